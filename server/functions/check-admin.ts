import type { FastifyRequest } from "fastify";
import type { FunctionsDependencies } from "./dependencies.ts";
import { requireCaller } from "./require-caller.ts";

/** For callers with a Bearer token. `twoStep` tells an admin without rights what gives them the rights. */
export const checkAdmin = (dependencies: FunctionsDependencies) => async (request: FastifyRequest) => {
  const caller = await requireCaller(request, dependencies);
  if (caller.role !== "authenticated") return { isAdmin: false };
  const { rows } = await dependencies.api.asCaller<{ is_admin: boolean; needs_two_step: boolean }>(caller, {
    name: "check-admin",
    text: "select private.is_admin() as is_admin, private.needs_admin_two_step() as needs_two_step",
  });
  const isAdmin = rows[0]?.is_admin === true;
  return rows[0]?.needs_two_step ? { isAdmin, twoStep: "required" } : { isAdmin };
};
