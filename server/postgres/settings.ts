import type { Config } from "../config.ts";
import type { Query } from "./database.ts";

/** Copies the settings that rules in the database need. Servers that share a database need the same settings. */
export async function storeSettings(query: Query, config: Config): Promise<void> {
  await query(
    `update private.settings set
       session_idle = make_interval(days => $1), session_max = make_interval(days => $2),
       admin_session_idle = make_interval(hours => $3), admin_session_max = make_interval(days => $4),
       security_log = make_interval(days => $5), bookings_max_upcoming = $6, bookings_max_days_ahead = $7,
       admin_two_step_required = $8, bookings_days_ahead_after_missed = $9,
       order_days = $10, seller = $11,
       mail_approval_above = $12, mail_quiet_from = $13, mail_quiet_until = $14,
       bounces_until_bad = $15`,
    [
      config.SESSION_IDLE_DAYS,
      config.SESSION_MAX_DAYS,
      config.ADMIN_SESSION_IDLE_HOURS,
      config.ADMIN_SESSION_MAX_DAYS,
      config.SECURITY_LOG_DAYS,
      config.BOOKINGS_MAX_UPCOMING,
      config.BOOKINGS_MAX_DAYS_AHEAD,
      config.ADMIN_TWO_STEP === "required",
      config.BOOKINGS_DAYS_AHEAD_AFTER_MISSED,
      config.ORDER_DAYS,
      JSON.stringify(sellerOf(config)),
      config.MAIL_APPROVAL_ABOVE,
      config.MAIL_QUIET_TIME?.from ?? null,
      config.MAIL_QUIET_TIME?.until ?? null,
      config.BOUNCES_UNTIL_BAD,
    ],
  );
}

/** The seller for new receipts. Each receipt keeps a copy (`receipts.snapshot`). */
function sellerOf({
  SELLER_NAME,
  SELLER_ADDRESS,
  UPI_NAME,
  SUPPORT_ADDRESS,
  GSTIN,
  GST_SAC,
  GST_PERCENT,
}: Config) {
  return {
    name: SELLER_NAME ?? UPI_NAME ?? "Maarga",
    address: SELLER_ADDRESS ?? SUPPORT_ADDRESS ?? null,
    gstin: GSTIN ?? null,
    sac: GSTIN ? GST_SAC : null,
    gstPercent: GSTIN ? GST_PERCENT : null,
  };
}
