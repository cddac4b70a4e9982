import type { Query } from "../postgres/database.ts";

interface AccountMessage {
  readonly to: string;
  /** What the button opens; absent where only the code is asked for. */
  readonly link?: string;
  /** The six digits that do the same as the link. */
  readonly code: string;
}

/**
 * The mails that sign-in sends. Each is a job row written with the query that is handed in, so that it is sent if, and
 * only if, the transaction that asked for it commits.
 */
export interface AccountMail {
  confirmSignUp(query: Query, message: AccountMessage): Promise<void>;
  resetPassword(query: Query, message: AccountMessage): Promise<void>;
  confirmNewEmail(query: Query, message: AccountMessage): Promise<void>;
  signInLink(query: Query, message: AccountMessage): Promise<void>;
  reauthenticate(query: Query, message: AccountMessage): Promise<void>;
}
