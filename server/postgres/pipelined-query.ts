import pg from "pg";

export interface Step {
  /** Given, the step is prepared once a connection under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Of pg's connection, what its own queries use too and its types leave out. */
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

type Answer<T> = (error: Error | null, result?: Result<T>) => void;

/**
 * Steps that PostgreSQL takes as one transaction without any `begin` and `commit`, because one Sync stands behind all
 * of them: one write, one answer, and none of the steps stays if one fails. What the last one found is the result.
 *
 * pg sends a Sync after every query of its own. This is what it accepts in place of one, as it does pg-cursor's.
 */
export class PipelinedQuery<T> {
  /** By these two and the next, pg ends the wait and remembers which statement was just prepared. */
  readonly query_timeout: number;
  callback: Answer<T>;
  readonly #steps: readonly Step[];
  readonly #values: readonly (readonly unknown[])[];
  readonly #result = new Result<T>();
  #answered = 0;
  #unreadable: Error | undefined;

  constructor(steps: readonly Step[], answerMilliseconds: number, callback: Answer<T>) {
    this.query_timeout = answerMilliseconds;
    this.callback = callback;
    this.#steps = steps;
    // Before anything is sent: a value that cannot be would leave half a message behind.
    this.#values = steps.map(({ values = [] }) => values.map((value) => utils.prepareValue(value)));
  }

  get name(): string | undefined {
    return this.#steps[this.#answered]?.name;
  }

  get text(): string | undefined {
    return this.#steps[this.#answered]?.text;
  }

  submit(connection: Connection): Error | null {
    const taken = this.#steps.find(
      ({ name = "", text }) => (connection.parsedStatements[name] ?? text) !== text,
    );
    if (taken) return new Error(`another statement is prepared as ${taken.name}`);
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
    if (this.#answered < this.#steps.length - 1 || this.#unreadable) return;
    try {
      this.#result.rows.push(this.#result.parseRow(message.fields) as T & pg.QueryResultRow);
    } catch (error) {
      this.#unreadable = error as Error;
    }
  }

  handleCommandComplete(message: unknown): void {
    if (this.#answered === this.#steps.length - 1) this.#result.addCommandComplete(message);
    this.#answered += 1;
  }

  handleEmptyQuery(): void {
    this.#answered += 1;
  }

  /** PostgreSQL says this once it has committed, which is when constraints that were put off are looked at. */
  handleReadyForQuery(): void {
    if (this.#unreadable) this.callback(this.#unreadable);
    else this.callback(null, this.#result);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  /** Nothing is ever sent or read so. The Sync that came with `copy` was passed over, like all that is no data. */
  handleCopyInResponse(connection: Connection): void {
    connection.sendCopyFail("not supported here");
    connection.sync();
  }

  handleCopyData(): void {}

  /** Only said where a number of rows was asked for. */
  handlePortalSuspended(): void {}
}
