import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { FunctionsDependencies } from "./dependencies.ts";
import { parseBody } from "./request-body.ts";
import { requireCaller } from "./require-caller.ts";
import { requireSuperAdminPassword } from "./require-super-admin-password.ts";
import { storedText } from "./stored-text.ts";

const bodySchema = z.object({
  userId: z.guid(),
  superAdminPassword: storedText().max(1_000).default(""),
});

/** Revokes admin rights, with the super-admin password: a stolen session must not lock out those who would end it. */
export const removeAdmin =
  (dependencies: FunctionsDependencies) =>
  async (request: FastifyRequest): Promise<object> => {
    const admin = await requireCaller(request, dependencies);
    const { userId, superAdminPassword } = parseBody(bodySchema, request.body);
    await requireSuperAdminPassword(dependencies, String(admin.claims.sub), superAdminPassword);
    await dependencies.database.transactionFor(admin, (query) =>
      query("select private.remove_admin($1)", [userId]),
    );
    return {};
  };
