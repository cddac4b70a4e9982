import { checkAccess } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied } from "./rules-world.ts";

const PLANNED = people.planned.id;
const LIST = "0b000000-0000-4000-8000-0000000000aa";
const ENTRY = "0b000000-0000-4000-8000-000000000001";

/** Nobody writes these tables directly; mentors and admins open a list with a function, on record. */
const tables = {
  option_lists: {
    write: `insert into option_lists (user_id, exam) values ('${PLANNED}', 'UGNEET')`,
    change: "update option_lists set user_id = auth.uid()",
  },
  option_entries: {
    write: `insert into option_entries (list_id, id, position, college_code, course_code)
            values ('${LIST}', gen_random_uuid(), 2, 'E002', 'CS')`,
    change: "update option_entries set position = 0",
  },
  option_versions: {
    write: `insert into option_versions (list_id, id, name, entries, state) values ('${LIST}', gen_random_uuid(), 'X', '[]', 'saved')`,
    change: "update option_versions set state = 'taken'",
  },
  option_comments: {
    write: `insert into option_comments (list_id, entry_id, id, author_name, words)
            values ('${LIST}', '${ENTRY}', gen_random_uuid(), 'Maarga', 'X')`,
    change: "update option_comments set words = 'X'",
  },
  option_allotments: {
    write: `insert into option_allotments (list_id, year, round, entries) values ('${LIST}', 2026, '1', '[]')`,
    change: "update option_allotments set round = '2'",
  },
};

checkAccess(
  Object.fromEntries(
    Object.entries(tables).map(([table, { write, change }]) => [
      table,
      [
        { does: "see rows", sql: `select * from ${table}`, is: { planned: 1, secretKey: 1 }, otherwise: 0 },
        { does: "add a row", sql: write, is: {}, otherwise: permissionDenied(table) },
        { does: "change rows", sql: change, is: {}, otherwise: permissionDenied(table) },
        { does: "delete rows", sql: `delete from ${table}`, is: {}, otherwise: permissionDenied(table) },
      ],
    ]),
  ),
  [
    `insert into option_lists (id, user_id, exam) values ('${LIST}', '${PLANNED}', 'UGCET')`,
    `insert into option_entries (list_id, id, position, college_code, course_code) values ('${LIST}', '${ENTRY}', 1, 'E001', 'CS')`,
    `insert into option_versions (list_id, id, name, entries, state) values ('${LIST}', '${ENTRY}', 'First', '[]', 'saved')`,
    `insert into option_comments (list_id, entry_id, id, author_name, words) values ('${LIST}', '${ENTRY}', '${ENTRY}', 'Maarga', 'Good.')`,
    `insert into option_allotments (list_id, year, round, entries) values ('${LIST}', 2026, 'mock', '[]')`,
  ],
);
