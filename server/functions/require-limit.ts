import { Refusal } from "../errors/refusal.ts";
import type { FunctionsDependencies } from "./dependencies.ts";

type Limit = "invitation" | "account mail" | "test mail" | "super-admin password attempt";

/** Counts a request of an admin, and refuses it beyond the limit. `what` is the plural in the refusal. */
export async function requireLimit(
  { limits }: Pick<FunctionsDependencies, "limits">,
  limit: Limit,
  adminId: string,
  what: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume(limit, adminId, { userId: adminId });
  if (!allowed)
    throw new Refusal(429, `Too many ${what}. Please try again in ${retryAfterSeconds} seconds.`, {
      headers: { "retry-after": String(retryAfterSeconds) },
    });
}
