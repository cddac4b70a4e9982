import { text } from "node:stream/consumers";
import { countText } from "../domain/count-text.ts";
import { grantAdmin, listAdmins, revokeAdmin } from "./operator/admins.ts";
import { createBackup } from "./operator/backup.ts";
import { checkPayments } from "./operator/check-payments.ts";
import { discardEdition, importList, publishEdition } from "./operator/cutoffs.ts";
import { type Instance, withInstance } from "./operator/instance.ts";
import { grantMentor, listMentors, revokeMentor } from "./operator/mentors.ts";
import { recordCommand } from "./operator/record-command.ts";
import { restoreBackup } from "./operator/restore.ts";
import { rotate } from "./operator/rotate.ts";
import { seedStudents } from "./operator/seed-students.ts";
import { endSessions } from "./operator/sessions.ts";
import { setSuperAdminPassword } from "./operator/super-admin-password.ts";
import { removeTwoStep } from "./operator/two-step.ts";
import { StartupError } from "./startup-error.ts";

const HELP = `Commands for the operator. They use the server's settings (environment, .env) and work while it runs.

  npm run maarga -- admin grant EMAIL      grant admin rights to an account with a confirmed address
  npm run maarga -- admin revoke EMAIL     revoke admin rights; takes effect with the next request
  npm run maarga -- admin list             list admins, with the date of each grant and who granted it
  npm run maarga -- mentor grant EMAIL     let an account with a confirmed address take bookings; the first gets all slots
  npm run maarga -- mentor revoke EMAIL    revoke mentor rights; upcoming bookings go to other mentors who are free
  npm run maarga -- mentor list            list mentors, with the date of each grant and who granted it
  npm run maarga -- sessions end EMAIL     log an account out everywhere; with "everybody" instead, all accounts
  npm run maarga -- two-step remove EMAIL  remove a lost second step and passkeys; logs the account out everywhere
  npm run maarga -- super-admin-password   set the second password for sending mail, read from standard input
  npm run maarga -- rotate NAME            replace signing-key, internal-key or database-password; nobody is signed out
  npm run maarga -- backup FILE            write all tables and documents, as of one instant, to one file
  npm run maarga -- restore FILE           restore a backup into an empty instance whose server is stopped
  npm run maarga -- cutoffs import FILE    read a list of closing ranks (PDF, CSV, XLSX) as a preview, and compare it
  npm run maarga -- cutoffs publish NUMBER make a preview the current edition of its list
  npm run maarga -- cutoffs discard NUMBER forget a preview
  npm run maarga -- payments check         prove that orders, steps, payments, receipts and plans agree
  npm run maarga -- seed-students NUMBER   add sample students, to an instance without real accounts only
`;

interface Command {
  readonly name: readonly string[];
  readonly argument?: string;
  /** Commands that neither change nor copy anything are not recorded. */
  readonly isReadOnly?: true;
  run(instance: Instance, argument: string): Promise<string>;
}

const COMMANDS: readonly Command[] = [
  {
    name: ["admin", "grant"],
    argument: "EMAIL",
    async run({ query }, email) {
      await grantAdmin(query, email, "operator");
      return `${email} is an admin.`;
    },
  },
  {
    name: ["admin", "revoke"],
    argument: "EMAIL",
    async run({ query }, email) {
      await revokeAdmin(query, email);
      return `${email} is no longer an admin.`;
    },
  },
  {
    name: ["admin", "list"],
    isReadOnly: true,
    async run({ query }) {
      const admins = await listAdmins(query);
      if (admins.length === 0) return "There are no admins.";
      return admins
        .map(
          ({ email, granted_at, granted_by }) =>
            `${email}\tsince ${granted_at.toISOString()}, by ${granted_by}`,
        )
        .join("\n");
    },
  },
  {
    name: ["mentor", "grant"],
    argument: "EMAIL",
    async run({ query }, email) {
      await grantMentor(query, email, "operator");
      return `${email} is a mentor.`;
    },
  },
  {
    name: ["mentor", "revoke"],
    argument: "EMAIL",
    async run({ query }, email) {
      const { moved, remaining } = await revokeMentor(query, email);
      return `${email} is no longer a mentor. ${moved} upcoming bookings have another mentor now; ${remaining} still need one.`;
    },
  },
  {
    name: ["mentor", "list"],
    isReadOnly: true,
    async run({ query }) {
      const mentors = await listMentors(query);
      if (mentors.length === 0) return "There are no mentors.";
      return mentors
        .map(
          ({ email, name, granted_at, granted_by }) =>
            `${email}\t${name}\tsince ${granted_at.toISOString()}, by ${granted_by}`,
        )
        .join("\n");
    },
  },
  {
    name: ["sessions", "end"],
    argument: "EMAIL",
    async run({ query }, whose) {
      return `Ended ${await endSessions(query, whose)} sessions.`;
    },
  },
  {
    name: ["two-step", "remove"],
    argument: "EMAIL",
    async run({ query }, email) {
      await removeTwoStep(query, email);
      return `${email} logs in with the password alone, until they turn two-step sign-in on again.`;
    },
  },
  {
    name: ["super-admin-password"],
    async run({ query }) {
      if (process.stdin.isTTY) process.stderr.write("The new super-admin password, then Enter and Ctrl-D:\n");
      await setSuperAdminPassword(query, (await text(process.stdin)).replace(/\r?\n$/, ""));
      return "The super-admin password has been changed.";
    },
  },
  {
    name: ["rotate"],
    argument: "NAME",
    run: rotate,
  },
  {
    name: ["backup"],
    argument: "FILE",
    async run(instance, file) {
      const { tables, documents } = await createBackup(instance, file);
      const protection = instance.passphrase
        ? "It is encrypted with the passphrase."
        : "It is not encrypted: set BACKUP_PASSPHRASE_FILE to a file with a passphrase to encrypt it.";
      return `${file} contains ${countText(tables.length, "table")} and ${countText(documents.length, "document")}. ${protection}`;
    },
  },
  {
    name: ["restore"],
    argument: "FILE",
    async run(instance, file) {
      const { madeAt, documents } = await restoreBackup(instance, file);
      return `Restored the instance as of ${madeAt}, with ${countText(documents.length, "document")}.`;
    },
  },
  {
    name: ["cutoffs", "import"],
    argument: "FILE",
    run: ({ owner, query }, file) => importList(owner, query, file),
  },
  {
    name: ["cutoffs", "publish"],
    argument: "NUMBER",
    run: ({ query }, number) => publishEdition(query, editionNumber(number)),
  },
  {
    name: ["cutoffs", "discard"],
    argument: "NUMBER",
    run: ({ query }, number) => discardEdition(query, editionNumber(number)),
  },
  {
    name: ["payments", "check"],
    isReadOnly: true,
    run: ({ query }) => checkPayments(query),
  },
  {
    name: ["seed-students"],
    argument: "NUMBER",
    async run({ query }, number) {
      if (!/^[1-9]\d{0,5}$/.test(number))
        throw new StartupError(`"${number}" is not a number of students (1 to 999999)`);
      await seedStudents(query, Number(number));
      return `The instance has ${number} sample students.`;
    },
  },
];

function editionNumber(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text) || Number(text) > 32_767)
    throw new StartupError(`"${text}" is not the number of an edition`);
  return Number(text);
}

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes("--help") || args.includes("help")) {
    process.stdout.write(HELP);
    return;
  }
  const command = COMMANDS.find(
    ({ name, argument }) =>
      name.every((word, index) => args[index] === word) && args.length === name.length + (argument ? 1 : 0),
  );
  if (!command) throw new StartupError(`Unknown command "${args.join(" ")}".\n\n${HELP}`);
  const message = await withInstance(async (instance) => {
    if (!command.isReadOnly) await recordCommand(instance.query, args.join(" "));
    return command.run(instance, args.at(-1) as string);
  });
  process.stdout.write(`${message}\n`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
