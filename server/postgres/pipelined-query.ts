import pg from "pg";

export interface Step {
  /** The step is prepared under this name once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Given for a step that is sent again and again: it keeps the message that binds the values. */
  readonly kept?: { message?: Buffer };
}

/** The part of pg's connection that its own queries use and its types leave out. */
interface Connection {
  readonly stream: { write(message: Buffer): void };
  readonly parsedStatements: Record<string, string | undefined>;
  parse(step: { name: string; text: string }): void;
  bind(step: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: "P" }): void;
  execute(): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

/** The part of pg's result that knows the columns and parses rows. */
interface Columns {
  addFields(fields: unknown[]): void;
  parseRow(values: unknown[]): unknown;
}

const { Result, utils } = pg as unknown as {
  Result: new () => Columns;
  utils: { prepareValue(value: unknown): unknown };
};

export interface PipelinedResult<T> {
  readonly rows: T[];
  readonly rowCount: number;
}

type Callback<T> = (error: Error | null, result?: PipelinedResult<T>) => void;

/** The state that the queries of a connection share. */
interface Shared {
  /**
   * The columns of prepared steps, by name. PostgreSQL describes them once: it refuses to run a prepared statement
   * whose columns have changed.
   */
  readonly columns: Map<string, Columns | undefined>;
  /** A copy of the connection that collects messages: one write costs less than one for each message. */
  readonly recorder: Connection;
  readonly messages: Buffer[];
}

const sharedStates = new WeakMap<Connection, Shared>();

function sharedStateOf(connection: Connection): Shared {
  const known = sharedStates.get(connection);
  if (known) return known;
  const messages: Buffer[] = [];
  const stream = { writable: true, write: (message: Buffer) => messages.push(message) };
  const recorder = Object.create(connection, { stream: { value: stream } }) as Connection;
  const shared = { columns: new Map(), recorder, messages };
  sharedStates.set(connection, shared);
  return shared;
}

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
  readonly #rows: T[] = [];
  /** The columns of the last step; undefined if it returns no rows. */
  #columns: Columns | undefined;
  #known: Shared["columns"] | undefined;
  #rowCount = 0;
  #completed = 0;
  #parseError: Error | undefined;

  constructor(steps: readonly Step[], timeoutMs: number, callback: Callback<T>) {
    this.query_timeout = timeoutMs;
    this.callback = callback;
    this.#steps = steps;
    // Before sending: a value that cannot be converted would leave an incomplete message on the connection.
    this.#values = steps.map(({ values = [], kept }) =>
      kept?.message ? [] : values.map((value) => utils.prepareValue(value)),
    );
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
    const { columns, recorder, messages } = sharedStateOf(connection);
    const last = this.#steps.length - 1;
    const lastName = this.#steps[last]?.name ?? "";
    this.#known = columns;
    this.#columns = columns.get(lastName);
    messages.length = 0;
    for (const [index, { name: statement = "", text, kept }] of this.#steps.entries()) {
      if (connection.parsedStatements[statement] === undefined) recorder.parse({ name: statement, text });
      if (kept?.message) messages.push(kept.message);
      else {
        recorder.bind({ statement, values: this.#values[index] ?? [] });
        if (kept) kept.message = copyOf(messages.at(-1) as Buffer);
      }
      if (index === last && !columns.has(lastName)) recorder.describe({ type: "P" });
      recorder.execute();
    }
    recorder.sync();
    connection.stream.write(Buffer.concat(messages));
    return null;
  }

  handleRowDescription(message: { fields: unknown[] }): void {
    this.#columns = new Result();
    this.#columns.addFields(message.fields);
  }

  handleDataRow(message: { fields: unknown[] }): void {
    if (this.#completed < this.#steps.length - 1 || this.#parseError) return;
    try {
      this.#rows.push(this.#columns?.parseRow(message.fields) as T);
    } catch (error) {
      this.#parseError = error as Error;
    }
  }

  handleCommandComplete(message: { text: string }): void {
    if (this.#completed === this.#steps.length - 1) this.#rowCount = rowCountOf(message.text);
    this.#completed += 1;
  }

  handleEmptyQuery(): void {
    this.#completed += 1;
  }

  /** PostgreSQL sends this after the commit, which is when deferred constraints are checked. */
  handleReadyForQuery(): void {
    const { name } = this.#steps[this.#steps.length - 1] ?? {};
    if (name !== undefined) this.#known?.set(name, this.#columns);
    if (this.#parseError) this.callback(this.#parseError);
    else this.callback(null, { rows: this.#rows, rowCount: this.#rowCount });
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

/** A message shares its memory with others, all of which would be kept. */
function copyOf(message: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(message.length);
  message.copy(copy);
  return copy;
}

/** A command tag such as "INSERT 0 12" ends with the number of rows; others have none. */
function rowCountOf(commandTag: string): number {
  return Number(/ (\d+)$/.exec(commandTag)?.[1] ?? 0);
}
