/** The details that the server records. Older or newer servers may write others. */
export interface SecurityEventDetails {
  readonly method?: string;
  readonly reason?: string;
  readonly step?: number;
  readonly limit?: string;
  readonly from?: string;
  readonly endedDevice?: string | null;
  readonly sessions?: number;
  readonly change?: string;
  readonly by?: string;
  readonly file?: string;
  readonly command?: string;
  /** Further failures of one minute that have no event of their own. */
  readonly count?: number;
}

const SIGN_IN_METHODS: Readonly<Record<string, string>> = {
  password: "with the password",
  link: "with a mailed link",
  code: "with a mailed code",
  otp: "with a mailed link or code",
  totp: "with the second step: a code of the app",
  passkey: "with a passkey",
  "mfa/recovery_code": "with the second step: a recovery code",
};

const FAILURE_REASONS: Readonly<Record<string, string>> = {
  password: "wrong password",
  "current password": "wrong current password",
  code: "wrong or expired code",
  link: "used or expired link",
  passkey: "wrong signature of a passkey",
  "passkey counter": "a passkey that has been copied or removed",
  banned: "the account is banned",
};

const PASSKEY_CHANGES: Readonly<Record<string, string>> = {
  "passkey added": "Added a passkey",
  "passkey removed": "Removed a passkey",
};

const SENTENCES = {
  "signed in": ({ method = "" }) => join("Signed in", SIGN_IN_METHODS[method]),
  "sign-in failed": ({ reason = "", step }) => {
    const text = step === 2 ? "wrong code in the second step" : FAILURE_REASONS[reason];
    return text ? `Sign-in failed: ${text}` : "Sign-in failed";
  },
  "limit reached": ({ limit }) => (limit ? `Too many attempts: ${limit}` : "Too many attempts"),
  "password changed": () => "Changed the password",
  "email change requested": () => "Asked for another email address",
  "email changed": ({ from }) =>
    from ? `Changed the email address, from ${from}` : "Changed the email address",
  "session ended": ({ endedDevice, sessions = 1, by }) => {
    if (by === "operator") return "The operator logged out all devices";
    if (by === "admin") return "An admin logged out all devices";
    if (sessions > 1) return `Logged out ${sessions} devices`;
    return `Logged out ${endedDevice ?? "a device"}`;
  },
  "refresh token reused": () => "Logged out a device, because its sign-in had been copied",
  "change disputed": () => "Said that a change was not theirs: all devices were logged out",
  "second step changed": ({ change }) =>
    PASSKEY_CHANGES[change ?? ""] ?? join("Changed the two-step sign-in", change && `(${change})`),
  "admin rights granted": () => "Got admin rights",
  "admin rights revoked": () => "Lost admin rights",
  "malware found": ({ file }) => (file ? `Malware found in ${file}` : "Malware found in an upload"),
  "operator command": ({ command }) => `The operator ran “${command ?? "a command"}”`,
} as const satisfies Record<string, (details: SecurityEventDetails) => string>;

export type SecurityEventKind = keyof typeof SENTENCES;

export const SECURITY_EVENT_KINDS = Object.keys(SENTENCES) as readonly SecurityEventKind[];

/** Returns a sentence such as "Signed in with the password". A kind of a newer server has its name as the sentence. */
export function describeSecurityEvent(kind: string, details: SecurityEventDetails): string {
  const sentences: Readonly<Record<string, (details: SecurityEventDetails) => string>> = SENTENCES;
  const sentence = sentences[kind]?.(details) ?? securityEventName(kind);
  if (!details.count) return sentence;
  return `${sentence}, ${details.count.toLocaleString("en-IN")} more ${details.count === 1 ? "time" : "times"} in a minute`;
}

/** Returns a name such as "Sign-in failed". */
export function securityEventName(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
