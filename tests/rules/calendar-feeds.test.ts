import { checkAccess } from "./access.ts";
import { people } from "./people.ts";
import { permissionDenied } from "./rules-world.ts";

const PLANNED = people.planned.id;
const denied = permissionDenied("calendar_feeds");
const noFunction = { code: "42501", message: "permission denied for function renew_calendar_feed" };

checkAccess(
  {
    calendar_feeds: [
      {
        does: "see since when there are feeds",
        sql: "select user_id, created_at from calendar_feeds",
        is: { planned: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "see hashes of secrets",
        sql: "select token_hash from calendar_feeds",
        is: {},
        otherwise: denied,
      },
      {
        does: "choose a secret",
        sql: `update calendar_feeds set token_hash = sha256('x') where user_id = '${PLANNED}'`,
        is: {},
        otherwise: denied,
      },
      {
        does: "create a feed with a chosen secret",
        sql: "insert into calendar_feeds (user_id, token_hash) values ($1, sha256('x'))",
        values: (me) => [me ?? PLANNED],
        is: {},
        otherwise: denied,
      },
      {
        does: "turn all feeds off without a condition", // only the delete policy applies then
        sql: "delete from calendar_feeds",
        is: { planned: 1, secretKey: 1 },
        otherwise: 0,
      },
      {
        does: "make a new secret for themselves",
        sql: "select renew_calendar_feed() where length(renew_calendar_feed()) = 64",
        is: { visitor: noFunction, secretKey: noFunction },
        otherwise: 1,
      },
    ],
  },
  [`insert into calendar_feeds (user_id, token_hash) values ('${PLANNED}', sha256('secret'))`],
);
