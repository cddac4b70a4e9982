import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { slotCalendarFeed } from "../../domain/slot-calendar.ts";
import type { Config } from "../config.ts";
import { describeFailure } from "../errors/describe-failure.ts";
import { ClientLimiter } from "../limits/client-limiter.ts";
import { READS_OF_FEED } from "../limits/client-limits.ts";
import { LimitReached } from "../limits/limit-reached.ts";
import type { MailFooter } from "../mail/mail-template.ts";
import type { ServiceDatabase } from "../postgres/database.ts";

export interface CalendarDependencies {
  readonly database: Pick<ServiceDatabase, "query">;
  readonly config: Pick<Config, "SITE_URL" | "RATE_LIMITS">;
  readonly support: MailFooter["support"];
}

const querySchema = z.object({ token: z.string().regex(/^[0-9a-f]{64}$/) });
const slotsSchema = z.array(
  z.object({
    id: z.guid(),
    start: z.coerce.date(),
    end: z.coerce.date(),
    changedAt: z.coerce.date(),
    call: z.object({ mentor: z.string().optional(), isVideo: z.boolean() }).optional(),
    /** Only for a call that the owner of the feed holds. */
    student: z.string().optional(),
  }),
);

/**
 * /calendar/v1/maarga.ics, which calendar programs read with the secret of a feed. The secret is in the query, because
 * paths are logged.
 */
export function calendarRoutes(app: FastifyInstance, dependencies: CalendarDependencies): void {
  const { config, support } = dependencies;
  const reads = config.RATE_LIMITS ? new ClientLimiter(READS_OF_FEED) : undefined;
  app.addHook("onRequest", async (_request, reply) => {
    reply
      .type("text/plain; charset=utf-8")
      .headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  });
  app.setErrorHandler(async (error: Error, request, reply) => {
    const { status, headers, message } = describeFailure(error);
    if (status >= 500) request.log.error({ err: error }, "a calendar could not be read");
    return reply.code(status).headers(headers).send(message);
  });

  app.get("/maarga.ics", async (request, reply) => {
    const query = querySchema.safeParse(request.query);
    if (query.success) limitReads(reads, query.data.token);
    const slots = query.success ? await findSlots(dependencies, query.data.token) : undefined;
    // The answer is the same for a secret that never existed, one that was renewed, and one whose account is closed.
    if (!slots) return reply.code(404).send("There is no such calendar.");
    return reply
      .type("text/calendar; charset=utf-8")
      .send(slotCalendarFeed({ slots, siteUrl: config.SITE_URL, support }));
  });
}

/** A feed of many calls takes longer to read than other requests of a network without proof of a user. */
function limitReads(reads: ClientLimiter | undefined, token: string): void {
  const seconds = reads?.acquire(token) ?? 0;
  if (seconds > 0) throw new LimitReached("reads of a calendar feed", seconds);
  reads?.release(token);
}

async function findSlots({ database }: CalendarDependencies, token: string) {
  const { rows } = await database.query<{ slots: unknown }>(
    "select private.read_calendar_feed($1) as slots",
    [token],
  );
  const slots = rows[0]?.slots;
  return slots === null ? undefined : slotsSchema.parse(slots);
}
