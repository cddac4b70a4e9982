import { checkAccess } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied, policyViolation } from "./rules-world.ts";

/** In these cases, formerAdmin is a mentor, newcomer a former one. The planned student has a call with each. */
const MENTOR = people.formerAdmin.id;
const FORMER = people.newcomer.id;
const PLANNED = people.planned.id;
const OTHER = people.other.id;

const unauthorized = { code: "42501", message: "You are not authorized to access this page" };
const noMentor = {
  code: "23503",
  message:
    'insert or update on table "mentor_photos" violates foreign key constraint "mentor_photos_mentor_id_fkey"',
};
const noFunction = (name: string) => ({ code: "42501", message: `permission denied for function ${name}` });

checkAccess(
  {
    slots: [
      {
        does: "see slots",
        sql: "select * from slots",
        is: { planned: 3, other: 1, formerAdmin: 2, admin: 4, secretKey: 4 },
        otherwise: 0,
      },
      {
        does: "choose the mentor of their slot",
        sql: `update slots set mentor_id = '${FORMER}' where start_time > now()`,
        is: {
          secretKey: {
            code: "23P01",
            message: 'conflicting key value violates exclusion constraint "slots_do_not_overlap"',
          },
        },
        otherwise: permissionDenied("slots"),
      },
      {
        does: "cancel the slots of others",
        sql: `delete from slots where user_id = '${OTHER}'`,
        is: { other: 1, secretKey: 1 },
        otherwise: 0,
      },
    ],
    mentors: [
      {
        does: "see profiles of mentors",
        sql: "select id, name, languages, exams, levels, about, active from mentors",
        is: { planned: 2, other: 2, admin: 2, secretKey: 2 },
        otherwise: 1,
      },
      {
        does: "see who granted the rights",
        sql: "select granted_by, revoked_at from mentors",
        is: { secretKey: 2 },
        otherwise: permissionDenied("mentors"),
      },
      {
        does: "change profiles",
        sql: "update mentors set name = 'Dr. Rao', about = 'Twenty years of CET'",
        is: { formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "give a former mentor the rights back",
        sql: "update mentors set revoked_at = null",
        is: {},
        otherwise: permissionDenied("mentors"),
      },
      {
        does: "make themselves a mentor",
        sql: "insert into mentors (id, name, granted_by) values ($1, 'Me', 'me')",
        values: (me) => [me],
        is: {},
        otherwise: permissionDenied("mentors"),
      },
    ],
    mentor_links: [
      {
        does: "see the link of a call",
        sql: "select video_url from mentor_links where video_url is not null",
        is: { planned: 1, formerAdmin: 1, admin: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "change links",
        sql: "update mentor_links set video_url = 'https://meet.example.org/x'",
        is: { formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "send students to a page without encryption",
        sql: "update mentor_links set video_url = 'http://meet.example.org'",
        is: Object.fromEntries(
          ["formerAdmin", "admin", "secretKey"].map((who) => [
            who,
            {
              code: "23514",
              message:
                'new row for relation "mentor_links" violates check constraint "mentor_links_are_https"',
            },
          ]),
        ),
        otherwise: 0,
      },
    ],
    mentor_hours: [
      {
        does: "see hours",
        sql: "select * from mentor_hours",
        is: { formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "change hours past the function",
        sql: "delete from mentor_hours",
        is: {},
        otherwise: permissionDenied("mentor_hours"),
      },
    ],
    mentor_absences: [
      {
        does: "see absences",
        sql: "select note from mentor_absences",
        is: { formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "end absences",
        sql: "delete from mentor_absences",
        is: { formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "block time past the function",
        sql: `insert into mentor_absences (mentor_id, starts_at, ends_at) values ('${MENTOR}', now(), now() + interval '1 day')`,
        is: {},
        otherwise: permissionDenied("mentor_absences"),
      },
    ],
    mentor_photos: [
      {
        does: "see photographs",
        sql: "select jpeg from mentor_photos",
        is: { planned: 2, other: 2, admin: 2, secretKey: 2 },
        otherwise: 1,
      },
      {
        does: "replace photographs",
        sql: "update mentor_photos set jpeg = '/9j/4QA='",
        is: { formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
      {
        does: "add one for somebody else",
        sql: `insert into mentor_photos (mentor_id, jpeg) values ('${people.student.id}', '/9j/4AA=')`,
        is: { admin: noMentor, secretKey: noMentor },
        otherwise: policyViolation("mentor_photos"),
      },
      {
        does: "delete photographs",
        sql: "delete from mentor_photos",
        is: { formerAdmin: 1, admin: 2, secretKey: 2 },
        otherwise: 0,
      },
    ],
    "storage.objects": [
      {
        does: "see documents",
        sql: "select from storage.objects",
        // The mentor (formerAdmin) sees the document of a student with a call, but not one that waits for its scan.
        is: { planned: 2, other: 1, formerAdmin: 1, admin: 2, secretKey: 3 },
        otherwise: 0,
      },
      {
        does: "delete documents",
        sql: "delete from storage.objects",
        is: { planned: 2, other: 1, secretKey: 3 },
        otherwise: 0,
      },
    ],
    list_bookings: [
      {
        does: "see the agenda",
        sql: "select student_name, phone from list_bookings(current_date - 10, current_date + 20)",
        is: { visitor: noFunction("list_bookings"), formerAdmin: 2, admin: 4, secretKey: 4 },
        otherwise: unauthorized,
      },
      {
        does: "see the agenda of a mentor",
        sql: `select * from list_bookings(current_date - 10, current_date + 20, '${MENTOR}')`,
        is: { visitor: noFunction("list_bookings"), formerAdmin: 2, admin: 2, secretKey: 2 },
        otherwise: unauthorized,
      },
      {
        does: "see the agenda of a former mentor",
        sql: `select * from list_bookings(current_date - 10, current_date + 20, '${FORMER}')`,
        is: { visitor: noFunction("list_bookings"), admin: 2, secretKey: 2 },
        otherwise: unauthorized,
      },
    ],
    list_mentors: [
      {
        does: "see the list of mentors",
        sql: "select email from list_mentors()",
        is: { visitor: noFunction("list_mentors"), admin: 2, secretKey: 2 },
        otherwise: unauthorized,
      },
    ],
    revoke_mentor: [
      {
        does: "revoke the rights of a mentor",
        sql: `select * from revoke_mentor('${MENTOR}')`,
        is: { visitor: noFunction("revoke_mentor"), admin: 1, secretKey: 1 },
        otherwise: unauthorized,
      },
    ],
    grant_mentor: [
      {
        does: "make a student a mentor",
        sql: "select grant_mentor('student@example.org')",
        is: { visitor: noFunction("grant_mentor"), admin: 1, secretKey: 1 },
        otherwise: unauthorized,
      },
    ],
    check_mentor: [
      {
        does: "ask whether they are a mentor, and read that they are",
        sql: "select from check_mentor() where is_mentor",
        is: { visitor: noFunction("check_mentor"), formerAdmin: 1 },
        otherwise: 0,
      },
    ],
    busy_times: [
      {
        does: "see the times that they cannot book",
        sql: "select from busy_times(current_date + 8) where start_time < current_date + 8 + time '05:45'",
        is: { visitor: noFunction("busy_times"), planned: 2 },
        otherwise: 3,
      },
    ],
  },
  [
    `insert into mentors (id, name, granted_by, revoked_at)
       values ('${MENTOR}', 'Mentor', 'tests', null), ('${FORMER}', 'Former', 'tests', now())`,
    `insert into mentor_links (mentor_id, video_url) select id, case when revoked_at is null then 'https://meet.example.org/a' end from mentors`,
    `insert into mentor_hours select id, extract(isodow from current_date + 8), '11:00', '22:00' from mentors`,
    `insert into mentor_absences (mentor_id, starts_at, ends_at, note)
       select id, current_date + 40, current_date + 41, 'dentist' from mentors`,
    "insert into mentor_photos (mentor_id, jpeg) select id, '/9j/4AA=' from mentors",
    `insert into storage.objects (bucket_id, name, scan_state) values
       ('user-documents', '${PLANNED}/1700000000001_marks.pdf', null),
       ('user-documents', '${PLANNED}/1700000000002_marks.pdf', 'waiting'),
       ('user-documents', '${OTHER}/1700000000001_marks.pdf', null)`,
    // 05:00 UTC is 10:30 in Karnataka.
    `insert into slots (user_id, mentor_id, start_time, end_time) values
       ('${PLANNED}', '${FORMER}', current_date - 8 + time '05:00', current_date - 8 + time '05:30'),
       ('${PLANNED}', '${MENTOR}', current_date + 8 + time '06:00', current_date + 8 + time '06:30'),
       ('${PLANNED}', '${MENTOR}', current_date + 8 + time '05:00', current_date + 8 + time '05:30'),
       ('${OTHER}', '${FORMER}', current_date + 8 + time '06:00', current_date + 8 + time '06:15')`,
  ],
);
