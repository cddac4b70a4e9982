const NAMES = 200;
const CANDIDATES = 1_000;
const RUNS_TO_A_NAME = 3;

/**
 * Which statements are worth preparing: those that keep coming back. Every connection keeps what it prepared for as
 * long as it lives, so names are few, and only a statement that has worked several times gets one.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** How often the others have run, the latest last. */
  readonly #runs = new Map<string, number>();

  nameOf(text: string, role: string): string | undefined {
    return this.#names.get(role + text);
  }

  succeeded(text: string, role: string): void {
    const key = role + text;
    // Whoever was under way when the name was given reports without it.
    if (this.#names.size >= NAMES || this.#names.has(key)) return;
    const runs = (this.#runs.get(key) ?? 0) + 1;
    this.#runs.delete(key);
    if (runs >= RUNS_TO_A_NAME) {
      this.#names.set(key, `rest_${this.#names.size}`);
      return;
    }
    this.#runs.set(key, runs);
    if (this.#runs.size > CANDIDATES) this.#runs.delete(this.#runs.keys().next().value as string);
  }
}
