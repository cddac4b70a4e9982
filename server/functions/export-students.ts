import type { FastifyReply, FastifyRequest } from "fastify";
import pg from "pg";
import { z } from "zod";
import { csvOf } from "../../domain/csv.ts";
import { findPersonColumns, type ListedPerson, PERSON_COLUMNS } from "../../domain/student-columns.ts";
import { writeXlsx } from "../office-files/write-xlsx.ts";
import type { Query, Row } from "../postgres/database.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { takeTurn } from "./long-transactions.ts";
import { parseBody } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";
import { requireAdmin } from "./require-right.ts";
import { requireSuperAdminPassword } from "./require-super-admin-password.ts";
import { storedText } from "./stored-text.ts";

const bodySchema = z.object({
  // The database reads the filter, and refuses what it does not know.
  filter: z.record(z.string().max(40), z.union([storedText().max(200), z.number()])),
  sort: z.string().max(40),
  columns: z
    .array(z.enum(PERSON_COLUMNS.map(({ id }) => id)))
    .min(1)
    .max(PERSON_COLUMNS.length),
  format: z.enum(["csv", "xlsx"]),
  superAdminPassword: storedText().max(1_000).default(""),
});

/** The rows of 100,000 students take a while. */
const RAISE_TIMEOUT = "select set_config('statement_timeout', '60s', true)";
const EXPORT = "select person from private.export_students($1, $2, $3, $4, $5)";

/** Raised by private.export_students. */
const PASSWORD_NEEDED = "MG003";

/** Sends all rows of the list of students, as its columns show them. Above a number of rows in a day, it needs the password. */
export const exportStudents =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
    const admin = await requireCaller(request, dependencies);
    const adminId = String(admin.claims.sub);
    const { filter, sort, columns, format, superAdminPassword } = parseBody(bodySchema, request.body);
    if (superAdminPassword !== "") await requireSuperAdminPassword(dependencies, adminId, superAdminPassword);
    const maxRows = superAdminPassword === "" ? dependencies.exportPasswordAbove : null;
    const select = async (query: Query) => {
      await requireAdmin(query);
      await query(RAISE_TIMEOUT);
      return query<Row & { readonly person: ListedPerson }>(EXPORT, [filter, sort, columns, format, maxRows]);
    };
    const { rows } = await takeTurn(adminId, () => dependencies.database.transactionFor(admin, select)).catch(
      (error: unknown) => {
        if (!(error instanceof pg.DatabaseError) || error.code !== PASSWORD_NEEDED) throw error;
        throw refusal(403, error.message, "password_needed");
      },
    );
    const shown = findPersonColumns(columns);
    const table = [
      shown.map(({ title }) => title),
      ...rows.map(({ person }) => shown.map(({ text }) => text(person))),
    ];
    // The official client would read other types as text.
    reply.type("application/octet-stream").header("cache-control", "no-store");
    return format === "csv" ? Buffer.from(csvOf(table)) : writeXlsx(table);
  };
