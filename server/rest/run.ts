import type { ApiDatabase, Caller } from "../postgres/database.ts";
import type { Plan, PlanResult } from "./plan/statement.ts";
import { tooManyRows } from "./request-limits.ts";
import { StatementNames } from "./statement-names.ts";

const REQUIRE_ADMIN = { name: "require admin", text: "select private.require_admin()" };

/** Runs plans. This is the only stage that holds a connection. */
export class Runner {
  readonly #database: Pick<ApiDatabase, "asCaller">;
  readonly #names = new StatementNames();

  constructor(database: Pick<ApiDatabase, "asCaller">) {
    this.#database = database;
  }

  async requireAdmin(caller: Caller): Promise<void> {
    await this.#database.asCaller(caller, REQUIRE_ADMIN);
  }

  async run(
    caller: Caller,
    { text, values, returns, maxRows = Number.POSITIVE_INFINITY }: Plan,
  ): Promise<PlanResult> {
    // Row-level security gives each role its own query plan: with a shared name, each change of role would plan again.
    const name = this.#names.find(text, caller.role);
    const { rows, rowCount } = await this.#database.asCaller<PlanResult>(
      caller,
      name === undefined ? { text, values } : { text, values, name },
    );
    if (name === undefined) this.#names.recordSuccess(text, caller);
    if (returns === "tag") return { page: rowCount };
    const result = rows[0] as PlanResult;
    if (result.page > maxRows) throw tooManyRows();
    return result;
  }
}
