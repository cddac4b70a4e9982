import type { FastifyRequest } from "fastify";
import type { FunctionsDependencies } from "./dependencies.ts";
import { requireCaller } from "./require-caller.ts";

interface AdminState extends Record<string, unknown> {
  readonly is_admin: boolean;
  /** Null for everyone who is no admin. */
  readonly two_step: "on" | "recommended" | "required" | null;
}

/**
 * For callers with a Bearer token. Without the second step that ADMIN_TWO_STEP requires, an admin is told about it but
 * has no rights.
 */
export const checkAdmin = (dependencies: FunctionsDependencies) => async (request: FastifyRequest) => {
  const caller = await requireCaller(request, dependencies);
  if (caller.role !== "authenticated") return { isAdmin: false };
  const { rows } = await dependencies.api.asCaller<AdminState>(caller, {
    name: "admin-state",
    text: "select private.is_admin() as is_admin, private.admin_two_step() as two_step",
  });
  const [state] = rows as [AdminState];
  return { isAdmin: state.is_admin, ...(state.two_step && { twoStep: state.two_step }) };
};
