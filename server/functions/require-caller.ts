import type { FastifyRequest } from "fastify";
import type { Caller } from "../postgres/database.ts";
import type { FunctionsDependencies } from "./dependencies.ts";
import { platformRefusal } from "./errors.ts";

export async function requireCaller(
  request: FastifyRequest,
  { identify }: Pick<FunctionsDependencies, "identify">,
): Promise<Caller> {
  if (request.headers.authorization === undefined) throw platformRefusal(401, "Missing authorization header");
  return identify(request);
}
