import { ClientLimiter } from "../limits/client-limiter.ts";
import { CLIENT_LIMITS, type Rate } from "../limits/client-limits.ts";
import { LimitReached } from "../limits/limit-reached.ts";
import type { LimitReports } from "../limits/limit-reports.ts";
import { toWideNetwork } from "../limits/network.ts";
import type { BotChallengeService } from "./altcha.ts";

/**
 * Limits the challenges of each network. Issuing and checking one costs some computation, and each solved one is kept for
 * ten minutes, so this also bounds the table of used challenges.
 */
export function limitChallenges(
  challenge: BotChallengeService,
  reports: LimitReports,
  rate: Rate = CLIENT_LIMITS.challenge,
): BotChallengeService {
  const issued = new ClientLimiter(rate);
  const checked = new ClientLimiter(rate);
  const count = (limiter: ClientLimiter, address: string, limit: string) => {
    const network = toWideNetwork(address);
    const seconds = limiter.acquire(network);
    if (seconds > 0) {
      reports.report({ limit, address, userId: undefined });
      throw new LimitReached(limit, seconds);
    }
    limiter.release(network);
  };
  return {
    ...challenge,
    routes(app) {
      app.addHook("onRequest", async ({ ip }) => count(issued, ip, "challenges issued"));
      challenge.routes(app);
    },
    async verify(token, address, level) {
      count(checked, address, "challenges checked");
      return challenge.verify(token, address, level);
    },
  };
}
