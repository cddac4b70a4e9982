import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { needing, urlAs } from "./owner-connection.ts";
import { API_ROLES, createRole, SERVER_ROLE } from "./roles.ts";

const { escapeIdentifier: quote, escapeLiteral } = pg;

export type LoginUrls = { apiUrl: string; serviceUrl: string };
type Login = { name: string; inherit: "inherit" | "noinherit"; roles: readonly string[] };

const SETTINGS = {
  statement_timeout: "8s",
  lock_timeout: "5s",
  idle_in_transaction_session_timeout: "10s",
  search_path: "public",
  timezone: "UTC",
};

/**
 * Two logins for this database alone. The one for requests can become a role of the API and is nothing by itself;
 * the one for the backend's services holds what those services need. Neither can become the owner.
 */
export async function prepareLogins(client: pg.Client, ownerUrl: string): Promise<LoginUrls> {
  const { rows } = await client.query("select current_user as owner, current_database() as database");
  const { owner, database } = rows[0] as { owner: string; database: string };
  const stem = `maarga_${shorten(database)}`;
  const api: Login = { name: `${stem}_api`, inherit: "noinherit", roles: API_ROLES };
  const service: Login = { name: `${stem}_service`, inherit: "inherit", roles: [SERVER_ROLE] };
  // A copied database brings the passwords of the one it was copied from.
  await client.query("delete from private.logins where name <> all ($1)", [[api.name, service.name]]);
  const urls: string[] = [];
  for (const login of [api, service]) {
    const password = await passwordOf(client, login.name);
    await prepareLogin(client, login, password, owner, database);
    urls.push(urlAs(ownerUrl, database, login.name, password));
  }
  const [apiUrl = "", serviceUrl = ""] = urls;
  return { apiUrl, serviceUrl };
}

async function passwordOf(client: pg.Client, name: string): Promise<string> {
  await client.query("insert into private.logins (name, password) values ($1, $2) on conflict do nothing", [
    name,
    randomBytes(24).toString("base64url"),
  ]);
  const { rows } = await client.query("select password from private.logins where name = $1", [name]);
  return rows[0].password;
}

async function prepareLogin(
  client: pg.Client,
  login: Login,
  password: string,
  owner: string,
  database: string,
): Promise<void> {
  const name = quote(login.name);
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [login.name]);
  if (rowCount === 0) {
    await needing(`alter role ${quote(owner)} createrole`, () =>
      createRole(client, `create role ${name} login ${login.inherit}`),
    );
  }
  // The password is set at every start: another may stand there after a restore, or a drop and a new database.
  await needing(`grant ${name} to ${quote(owner)} with admin option`, async () => {
    await client.query(`alter role ${name} login ${login.inherit} password ${escapeLiteral(password)}`);
    for (const [setting, value] of Object.entries(SETTINGS))
      await client.query(`alter role ${name} set ${setting} = ${escapeLiteral(value)}`);
  });
  for (const role of login.roles) {
    const { rows } = await client.query("select pg_has_role($1, $2, 'member') as member", [login.name, role]);
    if (rows[0].member) continue;
    await needing(`grant ${quote(role)} to ${quote(owner)} with admin option`, () =>
      client.query(`grant ${quote(role)} to ${name}`),
    );
  }
  const { rows } = await client.query("select has_database_privilege($1, $2, 'connect') as open", [
    login.name,
    database,
  ]);
  if (!rows[0].open) {
    const statement = `grant connect on database ${quote(database)} to ${name}`;
    await needing(statement, () => client.query(statement));
  }
}

/** PostgreSQL cuts names at 63 bytes, which would let two long names meet. */
function shorten(database: string): string {
  if (Buffer.byteLength(database) <= 45) return database;
  return `${Buffer.from(database)
    .subarray(0, 28)
    .toString()
    .replace(/\uFFFD/g, "")}_${createHash("sha256").update(database).digest("hex").slice(0, 12)}`;
}
