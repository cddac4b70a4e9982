import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { clusterUrl, createDatabaseFrom, ownerQuery } from "../world/cluster.ts";
import { expectedResponse, withoutSyntaxText } from "./adjustments.ts";
import { type ApiRequest, type ApiResponse, type Server, send } from "./exchange.ts";
import { startPostgrest } from "./postgrest.ts";
import { startRestServer } from "./rest-server.ts";

export interface Comparison {
  readonly ours: ApiResponse;
  /** The response of PostgREST, adjusted for known differences. */
  readonly expected: ApiResponse;
}

interface Side {
  readonly server: Server;
  readonly owner: pg.Client;
  stop(): Promise<void>;
}

/** Two servers with equal databases, the reference (PostgREST) and ours. Both receive the same requests. */
export class ParityWorld {
  readonly #reference: Side;
  readonly #ours: Side;
  readonly #stop: () => Promise<void>;
  #initialContents = "";

  private constructor(reference: Side, ours: Side, stop: () => Promise<void>) {
    this.#reference = reference;
    this.#ours = ours;
    this.#stop = stop;
  }

  static async start(): Promise<ParityWorld> {
    const { template, login, dropAll } = await prepareFixture();
    const reference = await startSide(template, login, startPostgrest);
    const ours = await startSide(template, login, startRestServer);
    const world = new ParityWorld(reference, ours, async () => {
      await Promise.all([reference.stop(), ours.stop()]);
      await dropAll();
    });
    [world.#initialContents] = await world.#dump();
    return world;
  }

  async compare(request: ApiRequest): Promise<Comparison> {
    const [reference, ours] = await Promise.all([
      send(this.#reference.server, request),
      send(this.#ours.server, request),
    ]);
    return {
      ours: withoutSyntaxText(ours),
      expected: withoutSyntaxText(expectedResponse(reference, request)),
    };
  }

  /** Returns the rows of both databases. If a request has changed them, both are reset to the fixture. */
  async contents(): Promise<{ reference: unknown; ours: unknown }> {
    const [reference, ours] = await this.#dump();
    const isUnchanged = reference === this.#initialContents && ours === this.#initialContents;
    if (!isUnchanged) await this.#queryBoth("select auth.reset_world()");
    return { reference: JSON.parse(reference), ours: JSON.parse(ours) };
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  async #dump(): Promise<[reference: string, ours: string]> {
    const [reference, ours] = await this.#queryBoth("select auth.dump_world()::text as world");
    return [reference.rows[0].world, ours.rows[0].world];
  }

  #queryBoth(text: string) {
    return Promise.all([this.#reference.owner.query(text), this.#ours.owner.query(text)]);
  }
}

type Login = { name: string; password: string };

/** Creates a template database from the fixture, and a login that can become the roles of the API and nothing else. */
async function prepareFixture() {
  const fixture = await createDatabaseFrom("template0");
  await fixture.query(await readFile(path.join(import.meta.dirname, "fixture.sql"), "utf8"));
  const login: Login = { name: `parity_${randomBytes(6).toString("hex")}`, password: "for-tests-only" };
  await ownerQuery(`create role ${login.name} login noinherit password '${login.password}'`);
  await ownerQuery(`grant anon, authenticated, service_role to ${login.name}`);
  await ownerQuery(`alter role ${login.name} set timezone = 'UTC'`);
  await ownerQuery(`alter role ${login.name} set search_path = public`);
  const dropAll = async () => {
    await fixture.drop();
    await ownerQuery(`drop role ${login.name}`);
  };
  return { template: fixture.name, login, dropAll };
}

async function startSide(
  template: string,
  login: Login,
  start: (url: string, ownerUrl: string) => Promise<{ server: Server; stop(): Promise<void> }>,
): Promise<Side> {
  const database = await createDatabaseFrom(template);
  const { server, stop } = await start(clusterUrl(database.name, login), database.url);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  return {
    server,
    owner,
    async stop() {
      await owner.end();
      await stop();
      await database.drop();
    },
  };
}
