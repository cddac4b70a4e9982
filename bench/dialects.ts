import type { Reply } from "./connection.ts";
import { SLOT_MILLISECONDS, type Student } from "./students.ts";

export interface SlotRow {
  readonly id: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The requests for the two measured operations in the protocol of a server, and the parsing of its replies. */
export interface Dialect {
  read(student: Student): string;
  book(student: Student, startsAt: Date): string;
  isRead(reply: Reply): boolean;
  isBooked(reply: Reply): boolean;
  rowsOf(reply: Reply): SlotRow[];
}

export type DialectName = "tables" | "graphql";

const COMMON_HEADERS = "Host: 127.0.0.1\r\nConnection: keep-alive\r\nAccept: */*\r\nUser-Agent: node\r\n";

function post(path: string, headers: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** The requests of the official client, byte for byte except for the path before the table name. */
function tables(prefix: string): Dialect {
  const client = `${COMMON_HEADERS}X-Client-Info: supabase-js/2.119.0; runtime=web\r\n`;
  return {
    read: ({ id, credentials }) =>
      `GET ${prefix}/slots?select=id%2Cstart_time%2Cend_time&user_id=eq.${id}&order=start_time.desc HTTP/1.1\r\n` +
      `${client}${credentials}Accept-Profile: public\r\n\r\n`,
    book: ({ id, credentials }, startsAt) =>
      post(
        `${prefix}/slots`,
        `${client}${credentials}Content-Profile: public\r\n`,
        JSON.stringify({ user_id: id, start_time: startsAt, end_time: endOf(startsAt) }),
      ),
    isRead: ({ status }) => status === 200,
    isBooked: ({ status }) => status === 201,
    rowsOf: ({ body }) =>
      JSON.parse(body.toString()).map((row: Record<string, string>) =>
        asRow(row.id, row.start_time, row.end_time),
      ),
  };
}

const READ_QUERY =
  "query ($student: UUID!) { allSlots(condition: { userId: $student }, orderBy: START_TIME_DESC) { nodes { id startTime endTime } } }";
const BOOK_MUTATION =
  "mutation ($slot: SlotInput!) { createSlot(input: { slot: $slot }) { clientMutationId } }";

/** GraphQL always responds with the status 200; errors are in the body. */
const graphql: Dialect = {
  read: ({ id, credentials }) =>
    post(
      "/graphql",
      COMMON_HEADERS + credentials,
      JSON.stringify({ query: READ_QUERY, variables: { student: id } }),
    ),
  book: ({ id, credentials }, startsAt) =>
    post(
      "/graphql",
      COMMON_HEADERS + credentials,
      JSON.stringify({
        query: BOOK_MUTATION,
        variables: { slot: { userId: id, startTime: startsAt, endTime: endOf(startsAt) } },
      }),
    ),
  isRead: ({ status, body }) => status === 200 && body.includes('"nodes":['),
  isBooked: ({ status, body }) => status === 200 && body.includes('"createSlot":{'),
  rowsOf: ({ body }) =>
    JSON.parse(body.toString()).data.allSlots.nodes.map((row: Record<string, string>) =>
      asRow(row.id, row.startTime, row.endTime),
    ),
};

export function dialectOf(name: DialectName, prefix: string): Dialect {
  return name === "graphql" ? graphql : tables(prefix);
}

function endOf(startsAt: Date): Date {
  return new Date(startsAt.getTime() + SLOT_MILLISECONDS);
}

function asRow(id = "", startsAt = "", endsAt = ""): SlotRow {
  return { id, startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
}
