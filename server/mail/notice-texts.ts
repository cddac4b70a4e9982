import type { MailContent } from "./mail-template.ts";

/** What happened to an account. */
export type Notice =
  | { readonly kind: "password changed" }
  /** For the old address, which learns only the outline of the new one. */
  | { readonly kind: "address replaced"; readonly newEmail: string }
  /** For the new address. */
  | { readonly kind: "address now in use" }
  | { readonly kind: "new device"; readonly device: string }
  | { readonly kind: "two-step changed"; readonly isOn: boolean }
  | { readonly kind: "admin rights given" };

/** The lifetime of the button. */
export const NOTICE_DAYS = 7;

const BUTTON = "This was not me";
const NOTHING_TO_DO = "If this was you, there is nothing to do.";
const SMALL_PRINT = `If it was not you, press the button within ${NOTICE_DAYS} days. After you confirm, every device is logged out, the password stops working, and we send a link to this address to choose a new one.`;

export function noticeContent(notice: Notice, link: string): MailContent {
  const { subject, text } = textOf(notice);
  return {
    subject,
    preheader: text,
    bodyText: `${text}\n\n${NOTHING_TO_DO}`,
    button: { label: BUTTON, url: link },
    smallPrint: SMALL_PRINT,
  };
}

function textOf(notice: Notice): { readonly subject: string; readonly text: string } {
  switch (notice.kind) {
    case "password changed":
      return {
        subject: "Your password was changed",
        text: "The password of your Maarga account was changed, and all other devices were logged out.",
      };
    case "address replaced":
      return {
        subject: "Your account moved to another email address",
        text: `Your Maarga account now belongs to ${maskEmail(notice.newEmail)}. You can no longer log in with this address.`,
      };
    case "address now in use":
      return {
        subject: "This is now the address of your account",
        text: "Your Maarga account now uses this email address. Log in with it from now on; your password stays the same.",
      };
    case "new device":
      return {
        subject: "A new device logged in",
        text: `Somebody logged in to your Maarga account with ${notice.device}, which we had not seen there before.`,
      };
    case "two-step changed":
      return notice.isOn
        ? {
            subject: "Two-step login is on",
            text: "Two-step login was turned on, or got another device, in your Maarga account.",
          }
        : {
            subject: "Two-step login is off",
            text: "Two-step login was turned off in your Maarga account. The password alone is enough to log in.",
          };
    case "admin rights given":
      return {
        subject: "You are now an admin",
        text: "Your Maarga account was given the rights of an admin.",
      };
  }
}

/** "a•••@example.org": enough to recognize one's own address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0]}•••${email.slice(at)}`;
}

/** For the support address, when somebody says that a change was not theirs. */
export function disputeContent(userId: string, hasMoved: boolean): MailContent {
  return {
    subject: "A student says that their account was taken over",
    bodyText: `The owner of the account ${userId} pressed "${BUTTON}" in a notice mail. All its devices are logged out, and its password no longer works.${
      hasMoved
        ? "\n\nThe account has another email address by now. We sent the link for a new password to the earlier one, but only you can give the account its address back. Please ask for proof first."
        : "\n\nWe sent them a link to choose a new password."
    }`,
  };
}
