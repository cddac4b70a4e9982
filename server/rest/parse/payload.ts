import { invalidBody } from "../errors.ts";
import { requireFewRows } from "../request-limits.ts";
import type { Payload } from "./request.ts";

const NO_ROWS: Payload = { json: "[]", isArray: true, rows: 0, columns: [] };

/**
 * The body stays text, because PostgreSQL parses the JSON. It is parsed here only to find its columns; with the
 * parameter `columns` they are known, and PostgreSQL reports whatever is wrong with the body.
 */
export function parsePayload(
  body: string,
  contentType: string | undefined,
  columns: readonly string[] | undefined,
): Payload {
  const mime = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (mime !== undefined && mime !== "application/json")
    throw invalidBody(`Content-Type not acceptable: ${mime}`);
  if (columns) return { ...toRows(body), columns: [...new Set(columns)].sort() };
  const value = parseJson(body);
  if (typeof value !== "object" || value === null) return NO_ROWS;
  if (!Array.isArray(value))
    return { json: body, isArray: false, rows: 1, columns: Object.keys(value).sort() };
  if (value.length === 0) return NO_ROWS;
  requireFewRows(value.length);
  return { json: body, isArray: true, rows: value.length, columns: columnsOfAll(value) };
}

/** A body that is neither object nor array is passed on as one row, which PostgreSQL refuses. */
function toRows(body: string): Omit<Payload, "columns"> {
  const first = body.trimStart()[0];
  const isRow = first === "{" || first === "[" || first === undefined;
  return { json: isRow ? body : `[${body}]`, isArray: first !== "{", rows: countRows(body) };
}

function countRows(body: string): number {
  try {
    const value = JSON.parse(body);
    return Array.isArray(value) ? value.length : 1;
  } catch {
    return 0; // PostgreSQL reports the mistake
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    const error = invalidBody("Empty or invalid json");
    error.cause = cause;
    throw error;
  }
}

function columnsOfAll(rows: unknown[]): string[] {
  const [first, ...others] = rows.map(columnsOf);
  if (!first || others.some((columns) => !areEqual(columns, first)))
    throw invalidBody("All object keys must match");
  return first;
}

function columnsOf(row: unknown): string[] | undefined {
  return typeof row === "object" && row !== null && !Array.isArray(row) ? Object.keys(row).sort() : undefined;
}

function areEqual(one: string[] | undefined, other: string[]): boolean {
  return one?.length === other.length && one.every((name, index) => name === other[index]);
}
