import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { explainMissingRight, urlForLogin } from "./owner-connection.ts";
import { API_ROLES, REQUEST_ROLE, SERVER_ROLE } from "./role-names.ts";
import { createRole } from "./roles.ts";
import { scramVerifier } from "./scram.ts";

const { escapeIdentifier: quote, escapeLiteral } = pg;

export type LoginUrls = { apiUrl: string; serviceUrl: string };
type Login = {
  name: string;
  inherit: "inherit" | "noinherit";
  roles: readonly string[];
  settings: Readonly<Record<string, string>>;
};
type Target = { owner: string; database: string };

/** These limits end a request that makes no progress, so that its connection becomes free. */
const SETTINGS = {
  statement_timeout: "8s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "10s",
  search_path: "public",
  timezone: "UTC",
};

/**
 * Creates two logins for this database only. The one for requests can switch to an API role and has no rights of its
 * own; the other has the rights that the backend's services need. Neither can become the owner.
 */
export async function prepareLogins(client: pg.Client, ownerUrl: string): Promise<LoginUrls> {
  const { rows } = await client.query<Target>("select current_user as owner, current_database() as database");
  const target = rows[0] as Target;
  const stem = `maarga_${shorten(target.database)}`;
  const api: Login = {
    name: `${stem}_api`,
    inherit: "noinherit",
    roles: [REQUEST_ROLE, ...API_ROLES],
    // The check of the session runs before the role of the caller is set, and the login itself has no rights.
    settings: { ...SETTINGS, statement_timeout: "2s", role: REQUEST_ROLE },
  };
  const service: Login = {
    name: `${stem}_service`,
    inherit: "inherit",
    roles: [SERVER_ROLE],
    settings: SETTINGS,
  };
  // A copied database contains the passwords of the original.
  await client.query("delete from private.logins where name <> all ($1)", [[api.name, service.name]]);
  const urlOf = async (login: Login) => {
    const password = await requirePassword(client, login.name);
    await prepareLogin(client, login, password, target);
    return urlForLogin(ownerUrl, target.database, login.name, password);
  };
  const urls = { apiUrl: await urlOf(api), serviceUrl: await urlOf(service) };
  await restrictConnect(client, [api, service], target);
  return urls;
}

async function requirePassword(client: pg.Client, name: string): Promise<string> {
  const generated = randomBytes(24).toString("base64url");
  await client.query("insert into private.logins (name, password) values ($1, $2) on conflict do nothing", [
    name,
    generated,
  ]);
  const { rows } = await client.query<{ password: string }>(
    "select password from private.logins where name = $1",
    [name],
  );
  return rows[0]?.password ?? generated;
}

async function prepareLogin(
  client: pg.Client,
  login: Login,
  password: string,
  target: Target,
): Promise<void> {
  const name = quote(login.name);
  const owner = quote(target.owner);
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [login.name]);
  if (rowCount === 0)
    await explainMissingRight(`alter role ${owner} createrole`, () =>
      createRole(client, `create role ${name} login ${login.inherit}`),
    );
  await explainMissingRight(`grant ${name} to ${owner} with admin option`, async () => {
    // The password is set at every start: after a restore, or in a new database with an old name, the role has another.
    await client.query(
      `alter role ${name} login ${login.inherit} password ${escapeLiteral(scramVerifier(password))}`,
    );
    for (const [setting, value] of Object.entries(login.settings))
      await client.query(`alter role ${name} set ${setting} = ${escapeLiteral(value)}`);
  });
  for (const role of login.roles) {
    const { rows } = await client.query("select pg_has_role($1, $2, 'member') as member", [login.name, role]);
    if (rows[0].member) continue;
    await explainMissingRight(`grant ${role} to ${owner} with admin option`, () =>
      client.query(`grant ${role} to ${name}`),
    );
  }
}

/**
 * Lets only these logins connect. Roles belong to the whole cluster: if everybody could connect, the login of another
 * database could become `service_role` in this one.
 */
async function restrictConnect(
  client: pg.Client,
  logins: readonly Login[],
  { database }: Target,
): Promise<void> {
  const { rows } = await client.query<{ open: boolean; closed: boolean }>(
    `select not has_database_privilege('public', $1, 'connect') as closed,
       bool_and(has_database_privilege(login, $1, 'connect')) as open from unnest($2::text[]) as login`,
    [database, logins.map(({ name }) => name)],
  );
  if (rows[0]?.open && rows[0].closed) return;
  const names = logins.map(({ name }) => quote(name)).join(", ");
  const grant = `grant connect on database ${quote(database)} to ${names}`;
  await explainMissingRight(grant, () => client.query(grant));
  await client.query(`revoke connect on database ${quote(database)} from public`);
}

/** PostgreSQL cuts names at 63 bytes, so the logins of two databases could get the same name. */
function shorten(database: string): string {
  if (Buffer.byteLength(database) <= 45) return database;
  const start = Buffer.from(database).subarray(0, 30).toString().replaceAll("\uFFFD", "");
  return `${start}_${createHash("sha256").update(database).digest("hex").slice(0, 12)}`;
}
