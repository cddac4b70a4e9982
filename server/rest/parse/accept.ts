import { refusal } from "../errors.ts";
import type { Representation } from "./request.ts";

const createRepresentation = (single: boolean, withoutNulls: boolean, mime: string): Representation => ({
  single,
  withoutNulls,
  contentType: `${mime}${withoutNulls ? ";nulls=stripped" : ""}; charset=utf-8`,
});

const LIST = createRepresentation(false, false, "application/json");
const LIST_WITHOUT_NULLS = createRepresentation(false, true, "application/vnd.pgrst.array+json");
const OBJECT = createRepresentation(true, false, "application/vnd.pgrst.object+json");
const OBJECT_WITHOUT_NULLS = createRepresentation(true, true, "application/vnd.pgrst.object+json");

/** Returns the available representation that the client prefers. */
export function parseAccept(header: string | undefined): Representation {
  if (header === undefined || header === "*/*" || header === "application/json") return LIST;
  const accepted = header.split(",").map(parseMediaRange).sort(byPreference);
  for (const { type } of accepted) {
    const found = representationOf(type);
    if (found) return found;
  }
  const types = accepted.map(({ type }) => type).join(", ");
  throw refusal(406, "PGRST107", `None of these media types are available: ${types}`);
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
  readonly precision: number;
}

function parseMediaRange(text: string): MediaRange {
  const [type = "", rest = ""] = text.replaceAll(" ", "").split(/;q=(.*)/s);
  const quality = Number.parseFloat(rest);
  return {
    type,
    quality: Number.isNaN(quality) ? 1 : quality,
    precision: type.split(";").length - type.split("*").length,
  };
}

function byPreference(one: MediaRange, other: MediaRange): number {
  return other.quality - one.quality || other.precision - one.precision;
}

function representationOf(type: string): Representation | undefined {
  const [mime, ...parameters] = type.split(";");
  const withoutNulls = parameters.length === 1 && parameters[0] === "nulls=stripped";
  switch (mime) {
    case "*/*":
    case "application/json":
      return LIST;
    case "application/vnd.pgrst.array":
    case "application/vnd.pgrst.array+json":
      return withoutNulls ? LIST_WITHOUT_NULLS : LIST;
    case "application/vnd.pgrst.object":
    case "application/vnd.pgrst.object+json":
      return withoutNulls ? OBJECT_WITHOUT_NULLS : OBJECT;
    default:
      return undefined;
  }
}
