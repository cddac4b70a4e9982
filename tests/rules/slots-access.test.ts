import { checkAccess } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied, policyViolation, type Refusal, refusedWith } from "./rules-world.ts";

const PLANNED = people.planned.id;

/** The view is read-only, whatever the rights of the caller. */
const cannot = (write: string): Refusal => ({ code: "55000", message: `cannot ${write} view "busy_slots"` });

checkAccess(
  {
    slots: [
      {
        does: "see slots",
        sql: "select * from slots",
        is: { planned: 2, other: 1, admin: 3, secretKey: 3 },
        otherwise: 0,
      },
      {
        does: "book a slot for another student",
        sql: `insert into slots (user_id, start_time, end_time)
            values ('${PLANNED}', current_date + 9 + time '14:00', current_date + 9 + time '14:30')`,
        is: { planned: 1, secretKey: 1 },
        otherwise: policyViolation("slots"),
      },
      {
        does: "move the planned student's coming slot",
        sql: `update slots set start_time = start_time + interval '2 days', end_time = end_time + interval '2 days'
            where user_id = '${PLANNED}' and start_time > now()`,
        is: { planned: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "cancel all slots without a condition", // only the delete policy applies then
        sql: "delete from slots",
        is: { planned: 1, other: 1, secretKey: 3 },
        otherwise: 0,
      },
      {
        does: "give a slot to another student",
        sql: `update slots set user_id = '${people.other.id}' where user_id = '${PLANNED}' and start_time > now()`,
        is: { secretKey: refusedWith("A slot of your plan lasts 15 minutes.") },
        otherwise: permissionDenied("slots"),
      },
      {
        does: "cancel the planned student's coming slot",
        sql: `delete from slots where user_id = '${PLANNED}' and start_time > now()`,
        is: { planned: 1, secretKey: 1 },
        otherwise: 0,
      },
    ],
    busy_slots: [
      { does: "see the busy times", sql: "select * from busy_slots", is: {}, otherwise: 3 },
      {
        does: "cancel slots through the busy times",
        sql: "delete from busy_slots",
        is: { visitor: cannot("delete from") },
        otherwise: cannot("delete from"),
      },
      {
        does: "move slots through the busy times",
        sql: "update busy_slots set start_time = start_time + interval '1 day'",
        is: { visitor: cannot("update") },
        otherwise: cannot("update"),
      },
    ],
  },
  [
    `insert into slots (user_id, start_time, end_time) values
     ('${PLANNED}', current_date - 8 + time '05:00', current_date - 8 + time '05:30'),
     ('${PLANNED}', current_date + 8 + time '05:00', current_date + 8 + time '05:30'),
     ('${people.other.id}', current_date + 8 + time '06:00', current_date + 8 + time '06:15')`,
  ],
);
