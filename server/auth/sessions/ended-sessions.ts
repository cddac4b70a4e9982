const MAX_REMEMBERED = 20_000;

/** The sessions that a refresh has found ended, on this server. They never come back, and the oldest are forgotten. */
export class EndedSessions {
  readonly #ids = new Set<string>();

  add(id: string): void {
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.delete(this.#ids.keys().next().value as string);
    this.#ids.add(id);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
