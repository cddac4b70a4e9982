// A process that tests kill while it runs a database. Prints "ready", then the number of each row that is committed. With
// "idle" it only runs the database. It uses the built server, which starts sooner than the sources.
import pg from "pg";

const { startEmbedded } = await import(new URL("../../build/server/start-embedded.js", import.meta.url).href);

const [folder = "", password = "", work] = process.argv.slice(2);
const { ownerUrl } = await startEmbedded({ folder, password });
console.log("ready");

if (work === "write") {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("create table if not exists written (number int primary key)");
  const { rows } = await client.query("select coalesce(max(number), 0) as last from written");
  for (let number = rows[0].last + 1; ; number++) {
    await client.query("insert into written values ($1)", [number]);
    process.stdout.write(`${number}\n`);
  }
}
setInterval(() => undefined, 60_000);
