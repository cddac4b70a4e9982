import { text } from "node:stream/consumers";
import { grantAdmin, listAdmins, revokeAdmin } from "./operator/admins.ts";
import { createBackup } from "./operator/backup.ts";
import { type Instance, withInstance } from "./operator/instance.ts";
import { restore } from "./operator/restore.ts";
import { seedStudents } from "./operator/seed-students.ts";
import { setSuperAdminPassword } from "./operator/super-admin-password.ts";
import { StartupError } from "./startup-error.ts";

const HELP = `The operator's commands. They use the settings of the server (environment, .env) and work while it runs.

  npm run maarga -- admin grant EMAIL      make an account that has signed up an admin
  npm run maarga -- admin revoke EMAIL     take the rights away; holds from the next request on
  npm run maarga -- admin list             who is an admin, since when, by whom
  npm run maarga -- super-admin-password   set the second password for sending mail; the new one is read from standard input
  npm run maarga -- backup FILE            all tables and all documents, as they are at one instant, in one file
  npm run maarga -- restore FILE           bring a backup back into an empty instance (its server stopped)
  npm run maarga -- seed-students NUMBER   made-up students, to try things out; only where nobody real is
`;

interface Command {
  readonly words: readonly string[];
  readonly argument?: string;
  run(instance: Instance, argument: string): Promise<string>;
}

const COMMANDS: readonly Command[] = [
  {
    words: ["admin", "grant"],
    argument: "EMAIL",
    async run({ query }, email) {
      await grantAdmin(query, email, "operator");
      return `${email} is an admin.`;
    },
  },
  {
    words: ["admin", "revoke"],
    argument: "EMAIL",
    async run({ query }, email) {
      await revokeAdmin(query, email);
      return `${email} is no admin any more.`;
    },
  },
  {
    words: ["admin", "list"],
    async run({ query }) {
      const admins = await listAdmins(query);
      if (admins.length === 0) return "There is no admin.";
      return admins
        .map(
          ({ email, granted_at, granted_by }) =>
            `${email}\tsince ${granted_at.toISOString()}, by ${granted_by}`,
        )
        .join("\n");
    },
  },
  {
    words: ["super-admin-password"],
    async run({ query }) {
      if (process.stdin.isTTY) process.stderr.write("The new super-admin password, then Enter and Ctrl-D:\n");
      await setSuperAdminPassword(query, (await text(process.stdin)).replace(/\r?\n$/, ""));
      return "The super-admin password is changed.";
    },
  },
  {
    words: ["backup"],
    argument: "FILE",
    async run({ owner, files }, file) {
      const { tables, documents } = await createBackup(owner, files, file);
      return `${file} holds ${tables.length} tables and ${documents.length} documents.`;
    },
  },
  {
    words: ["restore"],
    argument: "FILE",
    async run({ owner, files }, file) {
      const { madeAt, documents } = await restore(owner, files, file);
      return `The instance is as it was at ${madeAt}, with ${documents.length} documents.`;
    },
  },
  {
    words: ["seed-students"],
    argument: "NUMBER",
    async run({ query }, number) {
      if (!/^[1-9]\d{0,5}$/.test(number))
        throw new StartupError(`"${number}" is no number of students (1 to 999999)`);
      await seedStudents(query, Number(number));
      return `There are ${number} made-up students.`;
    },
  },
];

async function main(given: readonly string[]): Promise<void> {
  if (given.length === 0 || given.includes("--help") || given.includes("help")) {
    process.stdout.write(HELP);
    return;
  }
  const command = COMMANDS.find(
    ({ words, argument }) =>
      words.every((word, index) => given[index] === word) &&
      given.length === words.length + (argument ? 1 : 0),
  );
  if (!command) throw new StartupError(`There is no command "${given.join(" ")}".\n\n${HELP}`);
  const answer = await withInstance((instance) => command.run(instance, given.at(-1) as string));
  process.stdout.write(`${answer}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
