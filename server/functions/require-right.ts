import type { FastifyRequest } from "fastify";
import type { Refusal } from "../errors/refusal.ts";
import type { ApiDatabase, Caller, Query } from "../postgres/database.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { requireCaller } from "./require-caller.ts";

/** The rights of private.role_rights in database/rules/identity.sql that endpoints ask for. */
type Right = "administer" | "take payments";

const HAS_RIGHT = "select private.has_right($1) as has_right";

/** Queries the database at every call, because the rights may have been revoked since the token was issued. */
async function hasRight(database: ApiDatabase, caller: Caller, right: Right): Promise<boolean> {
  if (caller.role !== "authenticated") return false;
  const { rows } = await database.asCaller<{ has_right: boolean }>(caller, {
    name: "has-right",
    text: HAS_RIGHT,
    values: [right],
  });
  return rows[0]?.has_right === true;
}

export const requireRight =
  (dependencies: FunctionsDependencies, right: Right) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!(await hasRight(dependencies.api, await requireCaller(request, dependencies), right)))
      throw notAuthorized();
  };

/** Checks again in the transaction of the action: the rights may have been revoked while the body was uploaded. */
export async function requireAdmin(query: Query): Promise<void> {
  const { rows } = await query<{ has_right: boolean }>(HAS_RIGHT, ["administer" satisfies Right]);
  if (!rows[0]?.has_right) throw notAuthorized();
}

function notAuthorized(): Refusal {
  return refusal(403, "You are not authorized to access this page");
}
