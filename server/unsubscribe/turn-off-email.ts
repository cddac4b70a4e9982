import type { FastifyReply, FastifyRequest } from "fastify";
import type { UnsubscribeDependencies } from "./dependencies.ts";
import { findUser } from "./find-user.ts";
import { PAGES } from "./pages.ts";

/** Handles the POST of the button on our page or in a mail program (RFC 8058). */
export const turnOffEmail =
  (dependencies: UnsubscribeDependencies) => async (request: FastifyRequest, reply: FastifyReply) => {
    const userId = findUser(request, dependencies);
    if (!userId) return reply.code(400).send(PAGES.unknown);
    await dependencies.database.query("select private.turn_off_email($1)", [userId]);
    return PAGES.done;
  };
