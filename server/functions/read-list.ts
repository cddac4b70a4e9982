import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  type ChosenList,
  divideByMeritList,
  isComplete,
  type PartialChoice,
  suggestChoice,
} from "../cutoffs/chosen-list.ts";
import { FigureColumns } from "../cutoffs/figures.ts";
import type { PrintedList } from "../cutoffs/printed-list.ts";
import { TableProblem } from "../office-files/table-problem.ts";
import type { Caller, RunStatement } from "../postgres/database.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { requireCaller } from "./require-caller.ts";
import { storedText } from "./stored-text.ts";
import { withProgress } from "./with-progress.ts";

const querySchema = z.object({
  /** "read" stores nothing. */
  step: z.enum(["read", "add"]),
  name: storedText().min(1).max(255),
  meritList: z.string().max(60).optional(),
  year: z.coerce.number().int().min(2015).max(2100).optional(),
  round: z.string().max(10).optional(),
  region: z.enum(["all", "general", "371j"]).optional(),
});

const RANKS_AT_ONCE = 4_000;

type Divided = ReturnType<typeof divideByMeritList>[number];
type Added = { readonly id: number };

interface ListAnswer {
  readonly title: string;
  readonly choice: PartialChoice;
  readonly colleges: number;
  readonly courses: number;
  readonly ranks: number;
  /** The previews that were added; a file may have two merit lists. */
  readonly editions: readonly number[];
}

/** Reads a list of closing ranks, whose bytes are the body, and adds it as a preview. */
export const readListOfRanks =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<ListAnswer | FastifyReply> => {
    const admin = await requireCaller(request, dependencies);
    const query = querySchema.safeParse(request.query);
    const { body } = request;
    if (!query.success || !Buffer.isBuffer(body)) throw refusal(400, "Please choose a file.");
    const { step, name, ...chosen } = query.data;
    return withProgress<ListAnswer>(request, reply, async (report) => {
      const list = await dependencies
        .readList(body, (progress) => report({ step: "reading", ...progress }))
        .catch(asRefusal);
      const { isProvisional, ...suggested } = suggestChoice(list, name);
      const choice = { ...suggested, ...chosen };
      const counts = countsOf(list);
      const editions: number[] = [];
      if (step === "add") {
        if (!isComplete(choice))
          throw refusal(422, "Please choose the merit list, the year, the round and the region.");
        const facts = {
          title: list.title || name,
          source_sha256: createHash("sha256").update(body).digest("hex"),
          is_provisional: isProvisional,
        };
        const onRanks = (done: number) => report({ step: "adding", done, total: counts.ranks });
        editions.push(...(await addLists(dependencies, admin, list, { choice, facts, onRanks })));
      }
      return { title: list.title, choice, ...counts, editions };
    });
  };

function asRefusal(error: unknown): never {
  throw error instanceof TableProblem ? refusal(422, error.message) : error;
}

function countsOf({ rows }: PrintedList) {
  return {
    colleges: new Set(rows.map(({ college }) => college)).size,
    courses: rows.length,
    ranks: rows.reduce((sum, { ranks }) => sum + ranks.length, 0),
  };
}

interface NewEdition {
  readonly choice: ChosenList;
  readonly facts: object;
  /** Called with the number of the ranks that are added. */
  readonly onRanks: (done: number) => void;
}

/** The lists of a file are added in one transaction, so that none is added in part. */
async function addLists(
  { api }: FunctionsDependencies,
  admin: Caller,
  list: PrintedList,
  { choice, facts, onRanks }: NewEdition,
): Promise<number[]> {
  const [first, ...others] = divideByMeritList(list, choice);
  if (!first) throw refusal(422, "This file has no closing ranks.");
  let done = 0;
  const onPart = (ranks: number) => {
    done += ranks;
    onRanks(done);
  };
  const add = ({ choice: { meritList, year, round, region } }: Divided) => ({
    text: "select public.add_list($1, $2, $3, $4, $5) as id",
    values: [meritList, year, round, region, JSON.stringify(facts)],
  });
  return api.transactionAsCaller<number[], Added>(admin, add(first), async ([row], run) => {
    const ids = [row?.id as number];
    await addRanks(run, ids[0] as number, first, onPart);
    for (const divided of others) {
      const { rows } = await run<Added>(add(divided));
      ids.push(rows[0]?.id as number);
      await addRanks(run, ids.at(-1) as number, divided, onPart);
    }
    return { result: ids };
  });
}

async function addRanks(
  run: RunStatement,
  edition: number,
  { figures }: Divided,
  onPart: (ranks: number) => void,
): Promise<void> {
  for (let at = 0; at < figures.length; at += RANKS_AT_ONCE) {
    const part = figures.slice(at, at + RANKS_AT_ONCE);
    const [seats, seat, category, rank] = new FigureColumns(part).toParameters();
    await run({
      name: "add-list-ranks",
      text: "select public.add_list_ranks($1, $2, $3, $4, $5)",
      values: [edition, seats, seat, category, rank],
    });
    onPart(part.length);
  }
}
