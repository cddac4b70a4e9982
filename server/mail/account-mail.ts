import type { Query } from "../postgres/database.ts";
import type { Invitation } from "./invitation-text.ts";
import type { Notice } from "./notice-texts.ts";

interface AccountMessage {
  readonly to: string;
  /** The button's link; absent if the mail has only a code. */
  readonly link?: string;
  /** Six digits that can be entered instead of opening the link; absent if the link is only the way to a page. */
  readonly code?: string;
}

/**
 * The mails of the auth service. Each is a job row written with the given query, so it is sent if and only if the
 * transaction of that query commits.
 */
export interface AccountMail {
  confirmSignUp(query: Query, message: AccountMessage): Promise<void>;
  accountExists(query: Query, message: AccountMessage): Promise<void>;
  resetPassword(query: Query, message: AccountMessage): Promise<void>;
  confirmNewEmail(query: Query, message: AccountMessage): Promise<void>;
  signInLink(query: Query, message: AccountMessage): Promise<void>;
  /** Something happened to the account. The link belongs to the button "This was not me". */
  notice(
    query: Query,
    message: { readonly to: string; readonly notice: Notice; readonly link: string },
  ): Promise<void>;
  /** Tells the support address, if there is one, that somebody pressed that button. */
  dispute(query: Query, account: { readonly userId: string; readonly hasMoved: boolean }): Promise<void>;
  reauthenticate(query: Query, message: AccountMessage): Promise<void>;
  /** Somebody is invited to work on Maarga. */
  invitation(query: Query, invitation: Invitation): Promise<void>;
}
