import type { Logger } from "pino";
import type { Config } from "./config.ts";
import { LimitReports } from "./limits/limit-reports.ts";
import { Limits } from "./limits/limits.ts";
import type { ServiceDatabase } from "./postgres/database.ts";
import type { Secrets } from "./secrets.ts";
import { recordSecurityEvent } from "./security-events/security-events.ts";

interface LimitsContext {
  readonly config: Config;
  readonly logger: Logger;
  readonly secrets: Secrets;
  readonly service: ServiceDatabase;
}

export function createLimits({ config, service, secrets }: LimitsContext, reports: LimitReports): Limits {
  const { internalKeys } = secrets;
  return new Limits({ database: service, internalKeys, reports, enabled: config.RATE_LIMITS });
}

/** Records limits that clients reach. A failure to record one must not affect the request. */
export function createLimitReports({
  service,
  logger,
}: Pick<LimitsContext, "service" | "logger">): LimitReports {
  return new LimitReports(({ limit, address, userId = null }) => {
    recordSecurityEvent(service.query, { kind: "limit reached", userId, address, details: { limit } }).catch(
      (error: unknown) => logger.warn({ err: error }, "recording a security event failed"),
    );
  });
}
