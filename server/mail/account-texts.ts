import type { MailContent } from "./mail-template.ts";

interface AccountText {
  readonly subject: string;
  readonly preheader: string;
  readonly bodyText: string;
  /** The button's label; absent if the mail has only a code. */
  readonly button?: string;
  /** The lifetime of the link and the code, as the auth service enforces it. */
  readonly validMinutes: number;
  readonly ifNotRequested: string;
}

export const ACCOUNT_TEXTS = {
  confirmSignUp: {
    subject: "Confirm your email address",
    preheader: "One step, and your Maarga account is ready.",
    bodyText:
      "Welcome to Maarga.\n\nPlease confirm that this email address is yours. Then you can log in, complete your profile and choose a plan.",
    button: "Confirm my email address",
    validMinutes: 1440,
    ifNotRequested:
      "If you did not ask for this, do nothing: nobody can log in with your address before it is confirmed.",
  },
  accountExists: {
    subject: "You already have a Maarga account",
    preheader: "Somebody wants to use your email address for a Maarga account.",
    bodyText:
      "Somebody, perhaps you, wants to use this email address for a Maarga account. It already has one, so nothing has changed.\n\nYou can log in with your password. If you have forgotten it, choose “Forgot password?” on the same page.",
    button: "Log in to Maarga",
    validMinutes: 1440,
    ifNotRequested: "If you did not ask for this, do nothing: your account stays as it is.",
  },
  resetPassword: {
    subject: "Choose a new password",
    preheader: "You asked to reset the password of your Maarga account.",
    bodyText:
      "You asked to reset the password of your Maarga account. It happens to all of us.\n\nOpen the link and choose a new one.",
    button: "Choose a new password",
    validMinutes: 60,
    ifNotRequested: "If you did not ask for this, do nothing: your password stays as it is.",
  },
  confirmNewEmail: {
    subject: "Confirm your new email address",
    preheader: "Your Maarga account is about to move to another email address.",
    bodyText:
      "You asked to use another email address for your Maarga account.\n\nPlease confirm the change. From then on you log in with the new address.",
    button: "Confirm the change",
    validMinutes: 1440,
    ifNotRequested: "If you did not ask for this, do nothing: your account keeps the address that it has.",
  },
  signInLink: {
    subject: "Your link to log in",
    preheader: "Log in to Maarga without a password.",
    bodyText: "Here is the link you asked for. It logs you in to Maarga, without a password.",
    button: "Log in to Maarga",
    validMinutes: 60,
    ifNotRequested: "If you did not ask for this, do nothing: nobody gets in without this mail.",
  },
  reauthenticate: {
    subject: "Your code for Maarga",
    preheader: "Enter the code to confirm that it is you.",
    bodyText:
      "You are about to change something important in your Maarga account. Enter this code to confirm that it is you.",
    validMinutes: 10,
    ifNotRequested:
      "If you did not ask for this, do nothing, and tell nobody the code: nothing changes without it.",
  },
} as const satisfies Record<string, AccountText>;

export type AccountMailKind = keyof typeof ACCOUNT_TEXTS;

export function accountContent(
  kind: AccountMailKind,
  message: { link?: string; code?: string },
): MailContent {
  const text: AccountText = ACCOUNT_TEXTS[kind];
  const subject = text.button && message.link ? "The link and the code work" : "The code works";
  const validity = message.code && `${subject} once, for ${durationOf(text.validMinutes)}.`;
  return {
    language: "en",
    subject: text.subject,
    preheader: text.preheader,
    bodyText: text.bodyText,
    ...(text.button && message.link ? { button: { label: text.button, url: message.link } } : {}),
    ...(message.code ? { code: message.code } : {}),
    smallPrint: [validity, text.ifNotRequested].filter(Boolean).join("\n"),
  };
}

function durationOf(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? "one hour" : `${minutes / 60} hours`;
}
