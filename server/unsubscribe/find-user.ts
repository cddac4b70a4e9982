import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { UnsubscribeDependencies } from "./dependencies.ts";

const querySchema = z.object({ token: z.string() });

/** Returns the id of the user whom the request's link belongs to. */
export function findUser(request: FastifyRequest, { links }: UnsubscribeDependencies): string | undefined {
  const query = querySchema.safeParse(request.query);
  return query.success ? links.findUser(query.data.token) : undefined;
}
