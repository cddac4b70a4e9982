import { findDateTime } from "../../../../domain/kolkata-time.ts";

/** Returns the instant of the field, which is in Karnataka, or undefined for now. */
export function findSendTime(sendAt: string): Date | undefined {
  return sendAt === "" ? undefined : findDateTime(sendAt);
}

const MAX_DAYS = 60;

/** Returns why a mail cannot wait until then. The database decides (private.create_campaign). */
export function findSendTimeRefusal(sendAt: string, now: Date): string | undefined {
  if (sendAt === "") return undefined;
  const instant = findSendTime(sendAt);
  if (!instant) return "Choose a day and a time.";
  const isInTime = instant > now && instant.getTime() < now.getTime() + MAX_DAYS * 86_400_000;
  return isInTime ? undefined : `Choose a time within the next ${MAX_DAYS} days.`;
}
