import type { ApiDatabase, Caller, Rows, Statement } from "../postgres/database.ts";
import type { Attempt } from "./attempt.ts";
import type { Plan, PlanResult } from "./plan/statement.ts";
import { tooManyRows } from "./request-limits.ts";
import { StatementNames } from "./statement-names.ts";

const REQUIRE_RIGHT = { name: "require right", text: "select private.require_right($1)" };
const CLAIM_REQUEST = { name: "claim request", text: "select private.claim_request($1, $2) as answer" };
const KEEP_ANSWER = { name: "keep answer", text: "select private.keep_answer($1, $2)" };

type Claim = { readonly answer: string | null };

/** Runs plans. This is the only stage that holds a connection. */
export class Runner {
  readonly #database: Pick<ApiDatabase, "asCaller" | "transactionAsCaller">;
  readonly #names = new StatementNames();

  constructor(database: Pick<ApiDatabase, "asCaller" | "transactionAsCaller">) {
    this.#database = database;
  }

  async requireRight(caller: Caller, right: string): Promise<void> {
    await this.#database.asCaller(caller, { ...REQUIRE_RIGHT, values: [right] });
  }

  async run(
    caller: Caller,
    { text, values, returns, changesNothing, maxRows = Number.POSITIVE_INFINITY }: Plan,
    attempt?: Attempt,
  ): Promise<PlanResult> {
    // Row-level security gives each role its own query plan: with a shared name, each change of role would plan again.
    const name = this.#names.find(text, caller.role);
    const statement = name === undefined ? { text, values } : { text, values, name };
    const keepsAnswer = attempt !== undefined && !changesNothing;
    const result = keepsAnswer
      ? await this.#runOnce(caller, statement, returns, attempt)
      : toResult(await this.#database.asCaller<PlanResult>(caller, statement), returns);
    if (name === undefined) this.#names.recordSuccess(text, caller);
    if (result.page > maxRows) throw tooManyRows();
    return result;
  }

  /** Returns the first answer if the attempt was made before. The answer is kept in the transaction of its effect. */
  #runOnce(
    caller: Caller,
    statement: Statement,
    returns: Plan["returns"],
    { key, hash }: Attempt,
  ): Promise<PlanResult> {
    const claim = { ...CLAIM_REQUEST, values: [key, hash] };
    return this.#database.transactionAsCaller<PlanResult, Claim>(caller, claim, async ([row], run) => {
      if (row?.answer) return { result: JSON.parse(row.answer) as PlanResult };
      const result = toResult(await run<PlanResult>(statement), returns);
      return { result, last: { ...KEEP_ANSWER, values: [key, JSON.stringify(result)] } };
    });
  }
}

function toResult({ rows, rowCount }: Rows<PlanResult>, returns: Plan["returns"]): PlanResult {
  return returns === "tag" ? { page: rowCount } : (rows[0] as PlanResult);
}
