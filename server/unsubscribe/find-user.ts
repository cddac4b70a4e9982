import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { UnsubscribeDependencies } from "./dependencies.ts";

const querySchema = z.object({ token: z.string() });

/** Returns the id of the user to whom the request's link belongs. */
export function findUser(request: FastifyRequest, { links }: UnsubscribeDependencies): string | undefined {
  const query = querySchema.safeParse(request.query);
  return query.success ? links.findUser(query.data.token) : undefined;
}
