import { decodeJwt } from "jose";
import { expect } from "vitest";
import { isSignedIn, refresh, signIn } from "./auth-calls.ts";
import { type HeldRequest, holdBody } from "./held-request.ts";
import { createAccount } from "./people.ts";
import type { Server } from "./server.ts";
import { queryAt, transactionAt } from "./sql.ts";
import { waitUntil } from "./wait-until.ts";

type Tokens = { readonly access_token: string; readonly refresh_token: string };

/** A client with a copy of the tokens: the owner's, or a thief's. */
export class Holder {
  readonly #server: Server;
  #tokens: Tokens;
  isSignedIn = true;

  constructor(at: Server, tokens: Tokens) {
    this.#server = at;
    this.#tokens = tokens;
  }

  async refresh(): Promise<void> {
    const { status, body } = await refresh(this.#server, this.#tokens.refresh_token);
    if (status === 200) this.#tokens = body;
    else this.isSignedIn = false;
  }

  /** The server rotates the session, and the client never gets the response. */
  async loseResponse(): Promise<void> {
    await refresh(this.#server, this.#tokens.refresh_token);
  }

  /** Begins a refresh whose body is held back. */
  holdRefresh(): Promise<HeldRequest> {
    const json = { refresh_token: this.#tokens.refresh_token };
    return holdBody(this.#server, "/token?grant_type=refresh_token", json);
  }

  /** Sends a request with the access token. */
  async read(): Promise<void> {
    this.isSignedIn &&= await isSignedIn(this.#server, this.#tokens.access_token);
  }

  /** Refreshes in several tabs. All requests arrive before the first is handled. */
  async refreshInTabs(tabs: number): Promise<void> {
    const replies = await transactionAt(this.#server.databaseUrl, async (client) => {
      await client.query("select 1 from auth.sessions where id = $1 for update", [this.sessionId]);
      const sent = Array.from({ length: tabs }, () => refresh(this.#server, this.#tokens.refresh_token));
      await waitUntil("every request to reach the session", () => this.#countWaiting(tabs));
      return sent;
    });
    const bodies = (await Promise.all(replies)).map(({ body }) => body);
    expect(new Set(bodies.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    this.#tokens = bodies[0];
    this.isSignedIn &&= this.#tokens.refresh_token !== undefined;
  }

  /** Refreshes in two tabs: the second request arrives when the session is rotated, and the first is not answered. */
  async refreshBeforeAnswer(): Promise<void> {
    const replies = await transactionAt(this.#server.databaseUrl, async (client) => {
      // The rotation reads the factors before it commits.
      await client.query("lock table auth.factors in access exclusive mode");
      const first = refresh(this.#server, this.#tokens.refresh_token);
      await waitUntil("the rotation", () => this.#countWaiting(1, "update auth.sessions set rotation"));
      const second = refresh(this.#server, this.#tokens.refresh_token);
      await waitUntil("the second request", () => this.#countWaiting(1));
      return [first, second];
    });
    const [first, second] = (await Promise.all(replies)).map(({ body }) => body);
    expect(second.refresh_token).toBe(first.refresh_token);
    this.#tokens = first;
  }

  async #countWaiting(expected: number, statement = "for update of session"): Promise<boolean> {
    const rows = await queryAt(
      this.#server.databaseUrl,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%' || $1 || '%'`,
      [statement],
    );
    return rows.length === expected;
  }

  /** Sets what only time, or a restored backup, can change. */
  async setSession(assignment: string): Promise<void> {
    await queryAt(this.#server.databaseUrl, `update auth.sessions set ${assignment} where id = $1`, [
      this.sessionId,
    ]);
  }

  /** The same tokens in other hands, or at another server. */
  copy(at: Server = this.#server): Holder {
    return new Holder(at, this.#tokens);
  }

  get sessionId(): string {
    return decodeJwt(this.#tokens.access_token).session_id as string;
  }

  get userId(): string {
    return decodeJwt(this.#tokens.access_token).sub as string;
  }
}

export async function createOwner(at: Server): Promise<Holder> {
  const { email } = await createAccount(at);
  return new Holder(at, await signIn(at, email));
}
