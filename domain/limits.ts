/** Figures of the screens that belong to no rule of their own. */

export const MOBILE_BREAKPOINT_PX = 768;
export const SIDEBAR_WIDTH_REM = { open: 16, mobile: 18, collapsed: 3 } as const;
export const SIDEBAR_COOKIE_DAYS = 7;
export const TOOLTIP_DELAY_MS = 700;

export const TOAST_DURATION_MS = 4000;
export const MAX_TOASTS = 3;

export const TABLE_PAGE_SIZES: readonly number[] = [10, 20, 30, 40, 50];
export const DEFAULT_TABLE_PAGE_SIZE = 10;

/** How long a page waits for the bot challenge to be solved. */
export const CHALLENGE_TIMEOUT_SECONDS = 30;

/** Where it is kept to whom mail went, and to whom it did not. */
export const LOG_BUCKET = "logs";
export const SUCCESS_LOG_KEPT_HOURS = 24;
export const SUCCESS_LOG_CACHE_SECONDS = 86_400;
