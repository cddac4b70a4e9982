import type { Proof } from "./challenge/challenge.ts";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { CHALLENGE_MISSING, FormError } from "./problem.ts";

/** Sends a request with a solved bot challenge. A failed request uses the solution up, so a new challenge is started. */
export async function withProof<T>(page: PageChallenge, send: (proof: Proof) => Promise<T>): Promise<T> {
  const proof = await page.takeProof();
  if (!proof) throw new FormError(CHALLENGE_MISSING);
  try {
    return await send(proof);
  } catch (error) {
    if (page.challenge.raise(requiredLevel(error))) return withProof(page, send);
    page.challenge.renew();
    throw error;
  }
}

/** After wrong passwords, the server asks for a harder challenge before it checks another one. */
function requiredLevel(error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  return Number(/harder-challenge-required-(\d)/.exec(message)?.[1] ?? 0);
}
