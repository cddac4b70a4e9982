const MAX_NAMES = 200;
const MAX_CANDIDATES = 1_000;
const RUNS_BEFORE_NAME = 3;

/**
 * Names the statements that are worth preparing because they recur. Every connection keeps its prepared statements
 * until it closes, so names are few, and only a statement that has succeeded several times gets one.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** The successful runs of unnamed statements, the latest last. */
  readonly #runs = new Map<string, number>();

  find(text: string, role: string): string | undefined {
    return this.#names.get(role + text);
  }

  recordSuccess(text: string, role: string): void {
    const key = role + text;
    // A run that was in progress when the name was given is reported here, too.
    if (this.#names.size >= MAX_NAMES || this.#names.has(key)) return;
    const runs = (this.#runs.get(key) ?? 0) + 1;
    this.#runs.delete(key);
    if (runs >= RUNS_BEFORE_NAME) {
      this.#names.set(key, `rest_${this.#names.size}`);
      return;
    }
    this.#runs.set(key, runs);
    if (this.#runs.size > MAX_CANDIDATES) this.#runs.delete(this.#runs.keys().next().value as string);
  }
}
