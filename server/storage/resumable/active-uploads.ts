import type { IncomingMessage } from "node:http";
import { refusal } from "../errors.ts";

/** The resumable uploads whose bytes this server is receiving: one request at a time for each. */
export class ActiveUploads {
  readonly #active = new Map<
    string,
    { readonly request: IncomingMessage; readonly ended: Promise<unknown> }
  >();

  async run<T>(id: string, request: IncomingMessage, receive: () => Promise<T>): Promise<T> {
    if (this.#active.has(id)) throw refusal("uploadLocked");
    const running = receive();
    this.#active.set(id, { request, ended: running.catch(() => undefined) });
    try {
      return await running;
    } finally {
      this.#active.delete(id);
    }
  }

  /**
   * Ends a request that is still sending, and waits until its bytes are stored. A phone that has changed its network asks
   * for the offset before the server notices that the old connection is dead.
   */
  async interrupt(id: string): Promise<void> {
    const active = this.#active.get(id);
    if (active && !active.request.complete) active.request.destroy();
    await active?.ended;
  }
}
