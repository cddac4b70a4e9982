import type { FastifyRequest } from "fastify";
import type { FunctionsDependencies } from "./dependencies.ts";
import { isAdmin } from "./require-admin.ts";
import { requireCaller } from "./require-caller.ts";

export const checkAdmin = (dependencies: FunctionsDependencies) => async (request: FastifyRequest) => ({
  isAdmin: await isAdmin(dependencies.api, await requireCaller(request, dependencies)),
});
