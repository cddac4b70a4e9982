import { expect, test } from "vitest";
import { checkAccess } from "./access.ts";
import { permissionDenied, refusedWith, setUpWorld } from "./rules-world.ts";

const TEMPLATE = "0b000000-0000-4000-8000-0000000000a1";
const noFunction = { code: "42501", message: "You are not authorized to access this page" };

checkAccess(
  {
    mail_templates: [
      {
        does: "see templates",
        sql: "select * from mail_templates",
        is: { admin: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "write templates without the function",
        sql: "insert into mail_templates (label, subject, body, saved_by_email) values ('a', 'b', 'c', 'd')",
        is: {},
        otherwise: permissionDenied("mail_templates"),
      },
      {
        does: "save a template",
        sql: "select save_mail_template('Round two', 'S', 'B')",
        is: {
          visitor: { code: "42501", message: "permission denied for function save_mail_template" },
          admin: 1,
          secretKey: 1,
        },
        otherwise: noFunction,
      },
      {
        does: "remove a template",
        sql: `select remove_mail_template('${TEMPLATE}')`,
        is: {
          visitor: { code: "42501", message: "permission denied for function remove_mail_template" },
          admin: 1,
          secretKey: 1,
        },
        otherwise: noFunction,
      },
    ],
  },
  [
    `insert into mail_templates (id, label, subject, body, saved_by_email) values ('${TEMPLATE}', 'Round one', 'S', 'B', 'a')`,
  ],
);

const world = setUpWorld();
const save = (label: string, subject = "S", body = "B") =>
  world.as("admin", "select save_mail_template($1, $2, $3)", [label, subject, body]);

test("saving under the same name replaces the text, on record", async () => {
  await save("Round one");
  await save(" round ONE ", "New", "Text");
  expect(await world.asOwner("select label, subject, body, saved_by_email from mail_templates")).toEqual([
    { label: "round ONE", subject: "New", body: "Text", saved_by_email: "admin@example.org" },
  ]);
  expect(await world.asOwner("select action, subject from audit_log order by id desc limit 1")).toEqual([
    { action: "mail template saved", subject: "round ONE" },
  ]);
});

test.each([
  [" ", "S", "B"],
  ["L", " ", "B"],
  ["L", "S", ""],
])("a template %j, %j, %j is refused", async (...texts) => {
  expect(await world.refusal("admin", "select save_mail_template($1, $2, $3)", texts)).toEqual(
    refusedWith("A template needs a name, a subject and a text."),
  );
});

test("there are at most 100 templates", async () => {
  await world.asOwner(
    "insert into mail_templates (label, subject, body, saved_by_email) select n::text, 'S', 'B', 'a' from generate_series(1, 100) as n",
  );
  await save("7");
  expect(await world.refusal("admin", "select save_mail_template('101', 'S', 'B')")).toEqual(
    refusedWith("There are 100 templates already. Remove one first."),
  );
});
