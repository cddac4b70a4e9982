import type { Caller } from "../postgres/database.ts";

const MAX_NAMES = 200;
const MAX_CANDIDATES = 1_000;
const MAX_TEXT_CHARS = 4_000;
const RUNS_BEFORE_NAME = 3;

/**
 * Names the statements that are worth preparing because they recur. Every connection keeps its prepared statements
 * until it closes, so names are few, and only a statement that has succeeded for several callers gets one: otherwise
 * one user could use up all names with statements of their own. The secret key counts as a new caller each time.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** The callers for whom an unnamed statement has succeeded. The latest statement is the last. */
  readonly #callers = new Map<string, unknown[]>();

  find(text: string, role: string): string | undefined {
    return this.#names.get(role + text);
  }

  recordSuccess(text: string, { role, claims }: Pick<Caller, "role" | "claims">): void {
    const key = role + text;
    // A run that was in progress when the name was given is reported here, too.
    if (this.#names.size >= MAX_NAMES || this.#names.has(key) || text.length > MAX_TEXT_CHARS) return;
    const callers = this.#callers.get(key) ?? [];
    this.#callers.delete(key);
    if (role === "service_role" || !callers.includes(claims.sub)) callers.push(claims.sub);
    if (callers.length >= RUNS_BEFORE_NAME) {
      this.#names.set(key, `rest_${this.#names.size}`);
      return;
    }
    this.#callers.set(key, callers);
    if (this.#callers.size > MAX_CANDIDATES)
      this.#callers.delete(this.#callers.keys().next().value as string);
  }
}
