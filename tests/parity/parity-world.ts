import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { clusterUrl, createDatabaseFrom, ownerQuery } from "../cluster.ts";
import { expectedOf } from "./adjustments.ts";
import { type Answer, ask, type Question, type Server } from "./exchange.ts";
import { startPostgrest } from "./postgrest.ts";
import { startOurs } from "./rest-server.ts";

export interface Verdict {
  readonly judge: Answer;
  /** The judge's answer as it has to be here, known departures taken into account. */
  readonly expected: Answer;
  readonly ours: Answer;
}

interface World {
  readonly server: Server;
  readonly owner: pg.Client;
  stop(): Promise<void>;
}

/** Two worlds that are alike: one is PostgREST's, one is ours, and both are asked the same. */
export class Court {
  readonly #judge: World;
  readonly #ours: World;
  readonly #close: () => Promise<void>;
  #fresh = "";

  private constructor(judge: World, ours: World, close: () => Promise<void>) {
    this.#judge = judge;
    this.#ours = ours;
    this.#close = close;
  }

  static async open(): Promise<Court> {
    const { template, login, dropAll } = await prepare();
    const judge = await createWorld(template, login, startPostgrest);
    const ours = await createWorld(template, login, startOurs);
    const court = new Court(judge, ours, async () => {
      await Promise.all([judge.stop(), ours.stop()]);
      await dropAll();
    });
    [court.#fresh] = await court.#dump();
    return court;
  }

  async hear(question: Question): Promise<Verdict> {
    const [judge, ours] = await Promise.all([
      ask(this.#judge.server, question),
      ask(this.#ours.server, question),
    ]);
    return { judge, ours, expected: expectedOf(judge, question) };
  }

  /** What the two hold now. After a look at a world that has changed, both are again as the fixture has them. */
  async contents(): Promise<{ judge: unknown; ours: unknown }> {
    const [judge, ours] = await this.#dump();
    if (judge !== this.#fresh || ours !== this.#fresh) await this.#both("select auth.reset_world()");
    return { judge: JSON.parse(judge), ours: JSON.parse(ours) };
  }

  close(): Promise<void> {
    return this.#close();
  }

  async #dump(): Promise<[string, string]> {
    const [judge, ours] = await this.#both("select auth.dump_world()::text as world");
    return [judge.rows[0].world, ours.rows[0].world];
  }

  #both(text: string) {
    return Promise.all([this.#judge.owner.query(text), this.#ours.owner.query(text)]);
  }
}

type Login = { name: string; password: string };

/** The fixture once, as a template, and a login that may become each role of the API and nothing else. */
async function prepare() {
  const fixture = await createDatabaseFrom("template0");
  await fixture.query(await readFile(path.join(import.meta.dirname, "fixture.sql"), "utf8"));
  const login: Login = { name: `judged_${randomBytes(6).toString("hex")}`, password: "for-tests-only" };
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

async function createWorld(
  template: string,
  login: Login,
  start: (url: string, ownerUrl: string) => Promise<{ server: Server; stop(): Promise<void> }>,
): Promise<World> {
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
