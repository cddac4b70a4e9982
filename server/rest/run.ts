import type { ApiDatabase, Caller } from "../postgres/database.ts";
import type { Counts, Plan } from "./plan/statement.ts";
import { StatementNames } from "./statement-names.ts";

/** The one stage that holds a connection. */
export class Runner {
  readonly #database: Pick<ApiDatabase, "asCaller">;
  readonly #names = new StatementNames();

  constructor(database: Pick<ApiDatabase, "asCaller">) {
    this.#database = database;
  }

  async run(caller: Caller, { text, values, result }: Plan): Promise<Counts> {
    // Row-level security makes another plan for each role, so that a shared name would be planned anew at each change.
    const name = this.#names.nameOf(text, caller.role);
    const { rows, rowCount } = await this.#database.asCaller<Counts>(
      caller,
      name === undefined ? { text, values } : { text, values, name },
    );
    if (name === undefined) this.#names.succeeded(text, caller.role);
    return result === "tag" ? { page: rowCount } : (rows[0] as Counts);
  }
}
