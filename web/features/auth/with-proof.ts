import type { Proof } from "./challenge/challenge.ts";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { CHALLENGE_MISSING, FormError } from "./problem.ts";

/** Sends a request with a solved bot challenge. A failed request uses the solution up, so a new challenge is started. */
export async function withProof(page: PageChallenge, send: (proof: Proof) => Promise<void>): Promise<void> {
  const proof = await page.takeProof();
  if (!proof) throw new FormError(CHALLENGE_MISSING);
  try {
    await send(proof);
  } catch (error) {
    page.challenge.renew();
    throw error;
  }
}
