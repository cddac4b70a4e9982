import { NOTICE_DAYS } from "../../domain/notices.ts";
import type { MailContent } from "./mail-template.ts";

/** The change of an account that a mail is about. */
export type Notice =
  | { readonly kind: "password changed"; readonly hasPasskeys: boolean }
  /** For the old address, which learns only the outline of the new one. */
  | { readonly kind: "address replaced"; readonly newEmail: string }
  /** For the new address. */
  | { readonly kind: "address now in use" }
  | { readonly kind: "new device"; readonly device: string }
  | { readonly kind: "two-step changed"; readonly change: SecondStepChange }
  | { readonly kind: "admin rights given" };

const SECOND_STEP_CHANGES = {
  "turned on": {
    subject: "Two-step login is on",
    text: "Two-step login was turned on in your Maarga account: logging in now needs a code from your app. All other devices were logged out.",
  },
  "app added": {
    subject: "Two-step login got another app",
    text: "Another app can now show codes for your Maarga account.",
  },
  "app removed": {
    subject: "Two-step login lost an app",
    text: "The codes of one of your apps no longer work for your Maarga account.",
  },
  "turned off": {
    subject: "Two-step login is off",
    text: "Two-step login was turned off in your Maarga account. The password alone is enough to log in.",
  },
  "recovery codes created": {
    subject: "You have new recovery codes",
    text: "New recovery codes were created for your Maarga account. Earlier ones no longer work.",
  },
  "recovery codes removed": {
    subject: "Your recovery codes were removed",
    text: "The recovery codes of your Maarga account no longer work.",
  },
  "recovery code used": {
    subject: "A recovery code was used",
    text: "Somebody logged in to your Maarga account with one of your recovery codes. It does not work again.",
  },
  "passkey added": {
    subject: "A passkey was added to your account",
    text: "A fingerprint, a face or a screen lock (a passkey) can now log in to your Maarga account without the password.",
  },
  "passkey removed": {
    subject: "A passkey was removed from your account",
    text: "One of the passkeys of your Maarga account no longer works. Devices that were logged in with it are logged out.",
  },
  "removed by the operator": {
    subject: "We turned two-step login off",
    text: "We turned two-step login off in your Maarga account and removed its passkeys, because somebody told us that they were lost, and logged out all devices. The password alone is enough to log in.",
  },
} as const;

export type SecondStepChange = keyof typeof SECOND_STEP_CHANGES;

/** A thief who knew the old password may have added a passkey. */
const PASSKEYS_STAY =
  " The devices that can log in with a fingerprint or screen lock still can: you find them in your account.";

const BUTTON = "This was not me";
const NOTHING_TO_DO = "If this was you, there is nothing to do.";
const SMALL_PRINT = `If it was not you, press the button within ${NOTICE_DAYS} days. After you confirm, every device is logged out, the password stops working, and we send a link to this address to choose a new one.`;

export function noticeContent(notice: Notice, link: string): MailContent {
  const { subject, text } = textOf(notice);
  return {
    language: "en",
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
        text: `The password of your Maarga account was changed, and all other devices were logged out.${notice.hasPasskeys ? PASSKEYS_STAY : ""}`,
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
      return SECOND_STEP_CHANGES[notice.change];
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
    language: "en",
    subject: "A student says that their account was taken over",
    bodyText: `The owner of the account ${userId} pressed "${BUTTON}" in a notice mail. All its devices are logged out, and its password no longer works.${
      hasMoved
        ? "\n\nThe account has another email address by now. We sent the link for a new password to the earlier one, but only you can give the account its address back. Please ask for proof first."
        : "\n\nWe sent them a link to choose a new password."
    }`,
  };
}
