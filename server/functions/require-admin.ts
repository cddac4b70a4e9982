import type { FastifyRequest } from "fastify";
import type { Refusal } from "../errors/refusal.ts";
import type { ApiDatabase, Caller, Query } from "../postgres/database.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { requireCaller } from "./require-caller.ts";

const IS_ADMIN = "select private.is_admin() as is_admin";

/** Queries the database at every call, because the rights may have been revoked since the token was issued. */
async function isAdmin(database: ApiDatabase, caller: Caller): Promise<boolean> {
  if (caller.role !== "authenticated") return false;
  const { rows } = await database.asCaller<{ is_admin: boolean }>(caller, {
    name: "is-admin",
    text: IS_ADMIN,
  });
  return rows[0]?.is_admin === true;
}

export const requireAdminCaller =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!(await isAdmin(dependencies.api, await requireCaller(request, dependencies)))) throw notAdmin();
  };

/** Checks again in the transaction of the action: the rights may have been revoked while the body was uploaded. */
export async function requireAdmin(query: Query): Promise<void> {
  const { rows } = await query<{ is_admin: boolean }>(IS_ADMIN);
  if (!rows[0]?.is_admin) throw notAdmin();
}

function notAdmin(): Refusal {
  return refusal(403, "You are not authorized to access this page");
}
