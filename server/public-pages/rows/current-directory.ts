import { shareWhileRunning } from "../../limits/share-while-running.ts";
import type { Query } from "../../postgres/database.ts";
import { type Directory, loadDirectory } from "./directory.ts";

/** A newly published list appears after this time plus that of Cache-Control. */
const CHECK_MS = 15_000;

/**
 * Keeps the directory of the newest version. A version that cannot be read leaves the one before in use, so that the
 * pages in memory are served while the database restarts.
 */
export class CurrentDirectory {
  readonly #query: Query;
  readonly #report: (error: unknown) => void;
  readonly #checkMs: number;
  #directory: Directory | undefined;
  #checkAtMs = 0;

  constructor(query: Query, report: (error: unknown) => void, checkMs = CHECK_MS) {
    this.#query = query;
    this.#report = report;
    this.#checkMs = checkMs;
  }

  async find(): Promise<Directory> {
    if (this.#directory && performance.now() < this.#checkAtMs) return this.#directory;
    return this.#refresh();
  }

  readonly #refresh = shareWhileRunning(async () => {
    try {
      this.#directory = await this.#load();
    } catch (error) {
      if (!this.#directory) throw error;
      this.#report(error);
    }
    this.#checkAtMs = performance.now() + this.#checkMs;
    return this.#directory;
  });

  async #load(): Promise<Directory> {
    if (this.#directory) {
      const { rows } = await this.#query<{ version: string }>("select version from public.cutoff_version");
      if (Number(rows[0]?.version) === this.#directory.version) return this.#directory;
    }
    return loadDirectory(this.#query);
  }
}
