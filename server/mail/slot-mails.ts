import { z } from "zod";
import { toLanguage } from "../../domain/languages.ts";
import { slotCalendarFile } from "../../domain/slot-calendar.ts";
import type { TimeRange } from "../../domain/slots.ts";
import type { Task } from "../jobs/jobs.ts";
import type { Limits } from "../limits/limits.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import { type MailFooter, renderMail } from "./mail-template.ts";
import { MailError, type Mailer, type Message } from "./message.ts";
import { SLOT_TEXTS, slotContent } from "./slot-content.ts";
import type { SlotMailKind } from "./slot-texts-en.ts";

export const SEND_SLOT_MAIL = "send-slot-mail";

const LIMIT = "slot mails a day";

/** Written by database/rules/slot-mails.sql and slot-offers.sql. It has no personal data, so it is not encrypted. */
const payloadSchema = z.union([
  z.object({ slotId: z.guid(), about: z.enum(["change", "reminder", "apology"]), messageId: z.uuid() }),
  z.object({ offerId: z.guid(), messageId: z.uuid() }),
]);
type Payload = z.infer<typeof payloadSchema>;

type Claim = {
  readonly kind: SlotMailKind;
  readonly user_id: string;
  readonly email: string;
  readonly first_name: string;
  readonly phone: string;
  readonly language: string;
  readonly mentor: string | null;
  readonly video_url: string | null;
  readonly start_time: Date;
  readonly end_time: Date;
  /** For an offer: when it ends. */
  readonly held_until?: Date;
  readonly was_start?: Date | null;
  readonly was_end?: Date | null;
  readonly was_mentor?: string | null;
};

export interface SlotMailDependencies {
  readonly database: Pick<ServiceDatabase, "query">;
  readonly mailer: Pick<Mailer, "send">;
  readonly limits: Pick<Limits, "consume" | "giveBack">;
  readonly siteUrl: string;
  readonly support: MailFooter["support"];
  readonly unsubscribeLinkFor: (userId: string) => string;
}

/** Sends what has to be said about a slot now, if anything. A mail that the server may have sent is not sent again. */
export function createSlotMailTask(dependencies: SlotMailDependencies): Task {
  const { database, mailer, limits } = dependencies;
  return async (stored) => {
    const payload = payloadSchema.parse(stored);
    const claim = await claimMail(database, payload);
    if (!claim) return undefined;
    try {
      if (!(await mayBeSent(limits, claim))) return undefined;
      const freeTimes = isByMentor(claim) ? await findFreeTimes(database, claim) : [];
      await mailer.send(createMessage(dependencies, { ...claim, freeTimes }, payload));
    } catch (error) {
      if (error instanceof MailError && error.permanent) return { permanentFailure: error.message };
      await releaseMail(database, payload, claim);
      // A mail server that is down for a while must not use up the student's mails.
      await limits.giveBack(LIMIT, claim.user_id);
      throw error;
    }
  };
}

async function claimMail(
  database: SlotMailDependencies["database"],
  payload: Payload,
): Promise<Claim | undefined> {
  const { rows } =
    "offerId" in payload
      ? await database.query<Claim>("select * from private.claim_offer_mail($1)", [payload.offerId])
      : await database.query<Claim>("select * from private.claim_slot_mail($1, $2)", [
          payload.slotId,
          payload.about,
        ]);
  return rows[0];
}

async function releaseMail(
  database: SlotMailDependencies["database"],
  payload: Payload,
  { kind, start_time, was_start, was_end, was_mentor }: Claim,
): Promise<void> {
  if ("offerId" in payload) await database.query("select private.release_offer_mail($1)", [payload.offerId]);
  else
    await database.query("select private.release_slot_mail($1, $2, $3, $4, $5, $6)", [
      payload.slotId,
      kind,
      start_time,
      was_start,
      was_end,
      was_mentor,
    ]);
}

/** The student had kept the time free for nothing. They get this mail even if they turned e-mail off. */
const isByMentor = ({ kind }: Claim) => kind === "cancelled" || kind === "mentor missed";

/** Returns the free times nearest to a slot that did not take place. */
async function findFreeTimes(
  database: SlotMailDependencies["database"],
  { user_id, start_time, end_time }: Claim,
): Promise<TimeRange[]> {
  const { rows } = await database.query<{ start_time: Date; end_time: Date }>(
    "select * from private.nearest_free_times($1, $2, $3)",
    [user_id, start_time, (end_time.getTime() - start_time.getTime()) / 60_000],
  );
  return rows.map((row) => ({ start: row.start_time, end: row.end_time }));
}

/** A student who hears nothing of a slot that somebody else cancelled would wait for the call. */
async function mayBeSent(limits: SlotMailDependencies["limits"], claim: Claim): Promise<boolean> {
  if (isByMentor(claim)) return true;
  const { user_id } = claim;
  return (await limits.consume(LIMIT, user_id, { userId: user_id })).allowed;
}

function createMessage(
  { siteUrl, support, unsubscribeLinkFor }: SlotMailDependencies,
  claim: Claim & { readonly freeTimes: readonly TimeRange[] },
  payload: Payload,
): Message {
  const { kind, user_id, start_time, end_time, was_start, was_end } = claim;
  const slot = { start: start_time, end: end_time };
  const language = toLanguage(claim.language);
  const call = {
    phone: claim.phone,
    mentor: claim.mentor ?? undefined,
    videoUrl: claim.video_url ?? undefined,
  };
  const content = slotContent(
    {
      kind,
      language,
      firstName: claim.first_name,
      call,
      slot,
      before: was_start && was_end ? { start: was_start, end: was_end } : undefined,
      heldUntil: claim.held_until,
      freeTimes: claim.freeTimes,
    },
    siteUrl,
  );
  // Only what the student can turn off has the link for it.
  const unsubscribeUrl = isByMentor(claim) ? undefined : unsubscribeLinkFor(user_id);
  const now = new Date();
  return {
    id: payload.messageId,
    to: claim.email,
    subject: content.subject,
    ...renderMail({ ...content, unsubscribeUrl }, { year: now.getFullYear(), support }),
    ...(content.hasCalendarFile &&
      "slotId" in payload && {
        attachments: [
          {
            filename: "maarga-slot.ics",
            contentType: "text/calendar; charset=utf-8; method=PUBLISH",
            content: Buffer.from(
              slotCalendarFile({
                slot: { id: payload.slotId, ...slot, changedAt: now, call },
                siteUrl,
                texts: SLOT_TEXTS[language].calendar,
                support,
              }),
            ).toString("base64"),
          },
        ],
      }),
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
