/** The kinds of security events. The screens have a sentence for each. */
export const SECURITY_EVENT_KINDS = [
  "signed in",
  "sign-in failed",
  "limit reached",
  "password changed",
  "email change requested",
  "email changed",
  "session ended",
  "refresh token reused",
  "change disputed",
  "second step changed",
  "admin rights granted",
  "admin rights revoked",
  "malware found",
  "operator command",
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number];
