import pg from "pg";

export interface Step {
  /** The step is prepared under this name once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** The part of pg's connection that its own queries use and its types leave out. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string | undefined>;
  parse(step: { name: string; text: string }): void;
  bind(step: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: "P" }): void;
  execute(): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

interface Result<T> extends pg.QueryResult<T & pg.QueryResultRow> {
  addFields(fields: unknown[]): void;
  parseRow(values: unknown[]): T;
  addCommandComplete(message: unknown): void;
}

const { Result, utils } = pg as unknown as {
  Result: new <T>() => Result<T>;
  utils: { prepareValue(value: unknown): unknown };
};

type Callback<T> = (error: Error | null, result?: Result<T>) => void;

/**
 * Runs several steps in one round trip. They end with a single Sync message, so PostgreSQL runs them as one transaction
 * without `begin` and `commit`: if one fails, none takes effect. The result is that of the last step.
 *
 * Each query of pg sends a Sync of its own. pg accepts this class in place of a query, as it accepts that of pg-cursor.
 */
export class PipelinedQuery<T> {
  /** pg uses this, `callback`, `name` and `text` for the timeout and to remember which statement was prepared. */
  readonly query_timeout: number;
  callback: Callback<T>;
  readonly #steps: readonly Step[];
  readonly #values: readonly (readonly unknown[])[];
  readonly #result = new Result<T>();
  #completed = 0;
  #parseError: Error | undefined;

  constructor(steps: readonly Step[], timeoutMs: number, callback: Callback<T>) {
    this.query_timeout = timeoutMs;
    this.callback = callback;
    this.#steps = steps;
    // Before sending: a value that cannot be converted would leave an incomplete message on the connection.
    this.#values = steps.map(({ values = [] }) => values.map((value) => utils.prepareValue(value)));
  }

  get name(): string | undefined {
    return this.#steps[this.#completed]?.name;
  }

  get text(): string | undefined {
    return this.#steps[this.#completed]?.text;
  }

  submit(connection: Connection): Error | null {
    const conflict = this.#steps.find(
      ({ name = "", text }) => (connection.parsedStatements[name] ?? text) !== text,
    );
    if (conflict) return new Error(`another statement is prepared as ${conflict.name}`);
    connection.stream.cork();
    for (const [index, { name: statement = "", text }] of this.#steps.entries()) {
      if (connection.parsedStatements[statement] === undefined) connection.parse({ name: statement, text });
      connection.bind({ statement, values: this.#values[index] ?? [] });
      if (index === this.#steps.length - 1) connection.describe({ type: "P" });
      connection.execute();
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription(message: { fields: unknown[] }): void {
    this.#result.addFields(message.fields);
  }

  handleDataRow(message: { fields: unknown[] }): void {
    if (this.#completed < this.#steps.length - 1 || this.#parseError) return;
    try {
      this.#result.rows.push(this.#result.parseRow(message.fields) as T & pg.QueryResultRow);
    } catch (error) {
      this.#parseError = error as Error;
    }
  }

  handleCommandComplete(message: unknown): void {
    if (this.#completed === this.#steps.length - 1) this.#result.addCommandComplete(message);
    this.#completed += 1;
  }

  handleEmptyQuery(): void {
    this.#completed += 1;
  }

  /** PostgreSQL sends this after the commit, which is when deferred constraints are checked. */
  handleReadyForQuery(): void {
    if (this.#parseError) this.callback(this.#parseError);
    else this.callback(null, this.#result);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  /** `copy` is not supported. PostgreSQL ignored the Sync that was sent with it, so another one is needed. */
  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail("not supported here");
    connection.sync();
  }

  handleCopyData(): void {}

  /** PostgreSQL sends this only if a query limits the number of rows. */
  handlePortalSuspended(): void {}
}
