import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { divideByMeritList, isComplete, suggestChoice } from "../cutoffs/chosen-list.ts";
import { FigureColumns } from "../cutoffs/figures.ts";
import { readListFile } from "../cutoffs/read-list-file.ts";
import { TableProblem } from "../office-files/table-problem.ts";
import type { Query } from "../postgres/database.ts";
import { StartupError } from "../startup-error.ts";

export interface Comparison {
  readonly before: number | null;
  readonly before_label: string | null;
  readonly ranks: number;
  readonly added: number;
  readonly gone: number;
  readonly equal: number;
  readonly changed: number;
  readonly odd: number;
  readonly new_colleges: readonly string[];
  readonly gone_colleges: readonly string[];
  readonly new_courses: readonly string[];
  readonly gone_courses: readonly string[];
  readonly new_categories: readonly string[];
  readonly gone_categories: readonly string[];
}

/** Adds the list of a file as a preview, and returns what is new in it. A file may have two merit lists. */
export async function importList(owner: pg.Client, query: Query, file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new StartupError(`${file} cannot be read: ${error.message}`);
  });
  const list = readList(bytes);
  const { isProvisional, ...choice } = suggestChoice(list, path.basename(file));
  if (!isComplete(choice))
    throw new StartupError(
      "The title does not say which list this is. Please name the file by merit list, year, round and region, such as UGCET-2026-1-general.pdf.",
    );
  const facts = {
    title: list.title || path.basename(file),
    source_sha256: createHash("sha256").update(bytes).digest("hex"),
    is_provisional: isProvisional,
  };
  const texts: string[] = [];
  await owner.query("begin");
  try {
    for (const { choice: chosen, figures } of divideByMeritList(list, choice)) {
      const { meritList, year, round, region } = chosen;
      const { rows } = await query<{ id: number }>(
        "select private.add_preview($1, $2, $3, $4, $5, 'operator') as id",
        [meritList, year, round, region, JSON.stringify(facts)],
      ).catch(asRefusal);
      const id = rows[0]?.id as number;
      await query("select private.add_closing_ranks($1, $2, $3, $4, $5, $6, $7, $8)", [
        id,
        ...new FigureColumns(figures).toParameters(),
      ]);
      texts.push(await describe(query, id));
    }
    await owner.query("commit");
  } catch (error) {
    await owner.query("rollback");
    throw error;
  }
  return texts.join("\n\n");
}

function readList(bytes: Buffer) {
  try {
    return readListFile(bytes);
  } catch (error) {
    throw error instanceof TableProblem ? new StartupError(error.message) : error;
  }
}

async function describe(query: Query, edition: number): Promise<string> {
  const { rows } = await query<{ label: string; comparison: Comparison }>(
    "select private.edition_label($1) as label, private.compare_edition($1) as comparison",
    [edition],
  );
  const { label = "", comparison } = rows[0] ?? {};
  if (!comparison) return label;
  const names = (what: string, list: readonly string[]) =>
    list.length === 0
      ? []
      : [`${what} (${list.length}): ${list.slice(0, 10).join("; ")}${list.length > 10 ? "; …" : ""}`];
  return [
    `Preview ${edition}: ${label}, ${comparison.ranks} ranks.`,
    comparison.before === null
      ? "There is no list before it."
      : `Compared with ${comparison.before_label}: ${comparison.equal} equal, ${comparison.changed} changed (${comparison.odd} by more than three times), ${comparison.added} new, ${comparison.gone} gone.`,
    ...names("New colleges", comparison.new_colleges),
    ...names("Colleges that are gone", comparison.gone_colleges),
    ...names("New courses", comparison.new_courses),
    ...names("Courses that are gone", comparison.gone_courses),
    ...names("New categories", comparison.new_categories),
    ...names("Categories that are gone", comparison.gone_categories),
    `Publish it with: npm run maarga -- cutoffs publish ${edition}`,
    `Or discard it with: npm run maarga -- cutoffs discard ${edition}`,
  ].join("\n");
}

export async function publishEdition(query: Query, edition: number): Promise<string> {
  await query("select private.publish_compared($1, private.edition_before($1), 'operator')", [edition]).catch(
    asRefusal,
  );
  return `Published edition ${edition}: screens show it within minutes.`;
}

export async function discardEdition(query: Query, edition: number): Promise<string> {
  await query("select private.discard_edition($1)", [edition]).catch(asRefusal);
  return `Discarded edition ${edition}.`;
}

function asRefusal(error: Error & { code?: string }): never {
  throw error.code === "P0001" ? new StartupError(error.message) : error;
}
