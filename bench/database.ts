import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { SlotRow } from "./dialects.ts";
import { OTHER_USERS, PAST_SLOTS, pastSlot, SLOT_MILLISECONDS, STUDENTS, studentId } from "./students.ts";

type StartEmbedded = (options: {
  folder: string;
  password: string;
}) => Promise<{ ownerUrl: string; stop(): Promise<void> }>;

/** The PostgreSQL that all servers share: the embedded one, with the durable settings it ships with. */
export class Database {
  readonly folder: string;
  readonly ownerUrl: string;
  readonly #stop: () => Promise<void>;
  readonly #owner: pg.Client;

  private constructor(folder: string, ownerUrl: string, stop: () => Promise<void>) {
    this.folder = folder;
    this.ownerUrl = ownerUrl;
    this.#stop = stop;
    this.#owner = new pg.Client({ connectionString: ownerUrl, application_name: "bench" });
  }

  static async start(projectRoot: string): Promise<Database> {
    const server = path.join(projectRoot, "build", "server");
    const bundled = path.join(server, "start-embedded.js");
    // Versions before the bundle, which this one is compared with, have a file for each source.
    const built = existsSync(bundled)
      ? bundled
      : path.join(server, "postgres", "embedded", "start-embedded.js");
    const { startEmbedded } = (await import(built)) as { startEmbedded: StartEmbedded };
    const folder = await mkdtemp(path.join(tmpdir(), "maarga-bench-"));
    const { ownerUrl, stop } = await startEmbedded({
      folder: path.join(folder, "postgres"),
      password: randomBytes(24).toString("base64url"),
    });
    const database = new Database(folder, ownerUrl, stop);
    await database.#owner.connect();
    return database;
  }

  /** Creates another database in the same cluster and returns its owner's URL. */
  async createDatabase(name: string): Promise<string> {
    await this.#owner.query(`create database ${pg.escapeIdentifier(name)} template template0`);
    const url = new URL(this.ownerUrl);
    url.pathname = `/${name}`;
    return url.href;
  }

  /** Returns the URL with the login that the product creates for requests: it may only assume the API roles. */
  async apiUrl(): Promise<string> {
    const { rows } = await this.#owner.query(
      "select name, password from private.logins where name like '%\\_api'",
    );
    const url = new URL(this.ownerUrl);
    url.username = rows[0].name;
    url.password = rows[0].password;
    return url.href;
  }

  /** Returns the process ID of the postmaster, whose children are the connections. */
  async pid(): Promise<number> {
    return Number.parseInt(await readFile(path.join(this.folder, "postgres", "postmaster.pid"), "utf8"), 10);
  }

  /** Adds students with a plan and past slots. The replica role skips the booking rules, which refuse past slots. */
  async addStudents(): Promise<void> {
    const ids = Array.from({ length: STUDENTS }, (_, index) => studentId(index));
    const others = Array.from({ length: OTHER_USERS }, (_, index) => studentId(STUDENTS + index));
    await this.#owner.query("set session_replication_role = replica");
    await this.#owner.query(
      "insert into auth.users (id, email, email_confirmed_at) select id, id || '@example.org', now() from unnest($1::uuid[]) as id",
      [[...ids, ...others]],
    );
    await this.#owner.query(
      `insert into public.profiles (id, email, first_name, last_name, phone, has_plan)
       select id, id || '@example.org', 'Asha', 'Rao', '9876543210', true from unnest($1::uuid[]) as id`,
      [ids],
    );
    await this.#owner.query(
      `insert into public.user_plans (user_id, plan_level, plan_exam, plan_name, assigned_at, expires_at)
       select id, 'ug', 'cet', 'Basic', now(), now() + interval '1 year' from unnest($1::uuid[]) as id`,
      [ids],
    );
    // Triggers compute the limits of a session.
    await this.#owner.query("set session_replication_role = origin");
    await this.#owner.query(
      "insert into auth.sessions (id, user_id, method) select id, id, 'password' from unnest($1::uuid[]) as id",
      [[...ids, ...others]],
    );
    await this.#owner.query("set session_replication_role = replica");
    await this.#owner.query("analyze");
    await this.resetSlots();
  }

  /** Restores the past slots and nothing else, so that every measurement starts with the same table. */
  async resetSlots(): Promise<void> {
    const past = Array.from({ length: STUDENTS * PAST_SLOTS }, (_, position) => {
      const student = Math.floor(position / PAST_SLOTS);
      return { user_id: studentId(student), start_time: pastSlot(student, position % PAST_SLOTS) };
    });
    await this.#owner.query("truncate public.slots cascade");
    await this.#owner.query(
      `insert into public.slots (user_id, start_time, end_time)
       select user_id, start_time, start_time + $2 * interval '1 ms'
       from jsonb_to_recordset($1) as past (user_id uuid, start_time timestamptz)`,
      [JSON.stringify(past), SLOT_MILLISECONDS],
    );
    await this.#owner.query("vacuum (analyze) public.slots");
    await this.#owner.query("checkpoint");
  }

  async slotsOf(student: string): Promise<SlotRow[]> {
    const { rows } = await this.#owner.query(
      "select id, start_time, end_time from public.slots where user_id = $1 order by start_time desc",
      [student],
    );
    return rows.map((row) => ({
      id: row.id,
      startsAt: row.start_time.getTime(),
      endsAt: row.end_time.getTime(),
    }));
  }

  async countBookings(): Promise<number> {
    const { rows } = await this.#owner.query("select count(*) from public.slots where start_time > now()");
    return Number(rows[0].count);
  }

  async stop(): Promise<void> {
    await this.#owner.end();
    await this.#stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
