import type { MailContent } from "./mail-template.ts";

interface AccountText {
  readonly subject: string;
  readonly preheader: string;
  readonly bodyText: string;
  /** What the button says; absent where only the code is asked for. */
  readonly button?: string;
  /** How long auth takes the link and the code. */
  readonly validHours: 1 | 24;
  /** What does not happen if nobody follows the mail. */
  readonly otherwise: string;
}

export const ACCOUNT_TEXTS = {
  confirmSignUp: {
    subject: "Confirm your email address",
    preheader: "One step, and your Maarga account is ready.",
    bodyText:
      "Welcome to Maarga.\n\nPlease confirm that this email address is yours. Then you can log in, complete your profile and choose a plan.",
    button: "Confirm my email address",
    validHours: 24,
    otherwise:
      "If you did not ask for this, do nothing: nobody can log in with your address before it is confirmed.",
  },
  resetPassword: {
    subject: "Choose a new password",
    preheader: "You asked to reset the password of your Maarga account.",
    bodyText:
      "You asked to reset the password of your Maarga account. It happens to all of us.\n\nOpen the link and choose a new one.",
    button: "Choose a new password",
    validHours: 1,
    otherwise: "If you did not ask for this, do nothing: your password stays as it is.",
  },
  confirmNewEmail: {
    subject: "Confirm your new email address",
    preheader: "Your Maarga account is about to move to another email address.",
    bodyText:
      "You asked to use another email address for your Maarga account.\n\nPlease confirm the change. From then on you log in with the new address.",
    button: "Confirm the change",
    validHours: 24,
    otherwise: "If you did not ask for this, do nothing: your account keeps the address that it has.",
  },
  signInLink: {
    subject: "Your link to log in",
    preheader: "Log in to Maarga without a password.",
    bodyText: "Here is the link you asked for. It logs you in to Maarga, without a password.",
    button: "Log in to Maarga",
    validHours: 1,
    otherwise: "If you did not ask for this, do nothing: nobody gets in without this mail.",
  },
  reauthenticate: {
    subject: "Your code for Maarga",
    preheader: "Enter the code to confirm that it is you.",
    bodyText:
      "You are about to change something important in your Maarga account. Enter this code to confirm that it is you.",
    validHours: 1,
    otherwise:
      "If you did not ask for this, do nothing, and tell nobody the code: nothing changes without it.",
  },
} as const satisfies Record<string, AccountText>;

export type AccountMailKind = keyof typeof ACCOUNT_TEXTS;

export function accountContent(kind: AccountMailKind, message: { link?: string; code: string }): MailContent {
  const text: AccountText = ACCOUNT_TEXTS[kind];
  const what = text.button && message.link ? "The link and the code work" : "The code works";
  const howLong = text.validHours === 1 ? "one hour" : `${text.validHours} hours`;
  return {
    subject: text.subject,
    preheader: text.preheader,
    bodyText: text.bodyText,
    ...(text.button && message.link ? { button: { label: text.button, url: message.link } } : {}),
    code: message.code,
    smallPrint: `${what} once, for ${howLong}.\n${text.otherwise}`,
  };
}
