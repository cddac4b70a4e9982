import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { TableProblem } from "../office-files/table-problem.ts";
import type { Caller, Row } from "../postgres/database.ts";
import { type ChosenLayout, headingsKey, type Statement } from "../statements/read-statement.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { requireCaller } from "./require-caller.ts";
import { storedText } from "./stored-text.ts";

const querySchema = z.object({
  /** "preview" stores nothing. */
  step: z.enum(["preview", "add"]),
  name: storedText().min(1).max(255),
});

const columnSchema = z.number().int().min(0).max(63);
const layoutSchema = z.object({
  headings: z.string(),
  columns: z
    .object({
      date: columnSchema,
      narration: z.array(columnSchema).min(1).max(4),
      reference: columnSchema.optional(),
      credit: columnSchema.optional(),
      amount: columnSchema.optional(),
      sign: columnSchema.optional(),
    })
    .refine(({ credit, amount }) => (credit === undefined) !== (amount === undefined)),
});

const SHOWN_LINES = 5;
const LINES_AT_ONCE = 2_000;

type StatementAnswer =
  | {
      readonly kind: "unknown";
      /** The first rows, each with the key under which its columns would be remembered. */
      readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
    }
  | {
      readonly kind: "statement";
      readonly layout: string;
      readonly lines: number;
      readonly paise: number;
      readonly firstDay: string | null;
      readonly lastDay: string | null;
      readonly examples: readonly Line[];
      readonly others: number;
      readonly unreadable: Statement["unreadable"];
      /** Whether the same file was read before. */
      readonly isKnown: boolean;
      /** The lines that no statement had before; null in a preview. */
      readonly added: number | null;
    };

type Line = Pick<Statement["lines"][number], "day" | "paise" | "narration">;

/** Reads a bank statement, whose bytes are the body, and adds its lines to the books. */
export const readStatementFile =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<StatementAnswer> => {
    const admin = await requireCaller(request, dependencies);
    const query = querySchema.safeParse(request.query);
    if (!query.success || !Buffer.isBuffer(request.body)) throw refusal(400, "Please choose a file.");
    const bytes = request.body;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const { isKnown, layouts } = await findKnown(dependencies, admin, sha256);
    const statement = await dependencies.readStatement(bytes, layouts).catch(asRefusal);
    if (statement.kind === "unknown")
      return { kind: "unknown", rows: statement.rows.map((cells) => ({ key: headingsKey(cells), cells })) };
    const { step, name } = query.data;
    const added = step === "add" ? await addLines(dependencies, admin, { statement, name, sha256 }) : null;
    return { ...summaryOf(statement), isKnown, added };
  };

function asRefusal(error: unknown): never {
  throw error instanceof TableProblem ? refusal(422, error.message) : error;
}

function summaryOf({ layout, lines, others, unreadable }: Statement) {
  const days = lines.map(({ day }) => day).sort();
  return {
    kind: "statement" as const,
    layout,
    lines: lines.length,
    paise: lines.reduce((sum, { paise }) => sum + paise, 0),
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    examples: lines.slice(0, SHOWN_LINES).map(({ day, paise, narration }) => ({ day, paise, narration })),
    others,
    unreadable,
  };
}

interface Known extends Row {
  readonly is_known: boolean;
  readonly layouts: unknown[];
}

const FIND_KNOWN = `select
  exists (select from public.statements where sha256 = $1 and finished_at is not null) as is_known,
  (select coalesce(jsonb_agg(jsonb_build_object('headings', headings, 'columns', columns)), '[]')
    from public.statement_layouts) as layouts`;

async function findKnown(
  { api }: FunctionsDependencies,
  admin: Caller,
  sha256: string,
): Promise<{ isKnown: boolean; layouts: ChosenLayout[] }> {
  const { rows } = await api.asCaller<Known>(admin, { text: FIND_KNOWN, values: [sha256] });
  // A stored layout that is damaged is ignored.
  const layouts = (rows[0]?.layouts ?? []).flatMap((stored) => layoutSchema.safeParse(stored).data ?? []);
  return { isKnown: rows[0]?.is_known ?? false, layouts };
}

interface NewStatement {
  readonly statement: Statement;
  readonly name: string;
  readonly sha256: string;
}

/** Adds a statement in one transaction, so that it is never added in part. Returns the number of new lines. */
function addLines(
  { api }: FunctionsDependencies,
  admin: Caller,
  { statement, name, sha256 }: NewStatement,
): Promise<number> {
  const { layout, lines } = statement;
  const add = {
    text: "select statement_id, is_known from public.add_statement($1, $2, $3, '', $4)",
    values: [name, sha256, layout, lines.length],
  };
  return api.transactionAsCaller<number, { statement_id: string; is_known: boolean }>(
    admin,
    add,
    async ([row], run) => {
      if (row?.is_known !== false) return { result: 0 };
      const id = row.statement_id;
      let added = 0;
      for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
        const part = lines.slice(at, at + LINES_AT_ONCE).map((line, index) => ({
          line_number: at + index + 1,
          day: line.day,
          amount_paise: line.paise,
          utr: line.utr ?? null,
          reference: line.order ?? null,
          narration: line.narration,
          nth: line.nth,
        }));
        const { rows } = await run<{ added: number }>({
          name: "add-statement-lines",
          text: "select added from public.add_statement_lines($1, $2)",
          values: [id, JSON.stringify(part)],
        });
        added += rows[0]?.added ?? 0;
      }
      await run({ text: "select public.finish_statement($1)", values: [id] });
      return { result: added, last: { text: "select public.match_lines()" } };
    },
  );
}
