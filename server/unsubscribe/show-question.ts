import type { FastifyReply, FastifyRequest } from "fastify";
import type { UnsubscribeDependencies } from "./dependencies.ts";
import { findUser } from "./find-user.ts";
import { PAGES } from "./pages.ts";

export const showQuestion =
  (dependencies: UnsubscribeDependencies) => async (request: FastifyRequest, reply: FastifyReply) =>
    findUser(request, dependencies) ? PAGES.question : reply.code(400).send(PAGES.unknown);
