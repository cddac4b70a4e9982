import { randomUUID } from "node:crypto";
import { renderUser } from "../users.ts";
import type { PendingSignUp } from "./pending-sign-ups.ts";

/** Renders a sign-up as the unconfirmed user of the protocol. It contains nothing of an account that has the address. */
export function renderSignUp({
  id,
  email,
  user_metadata,
  created_at,
}: PendingSignUp): Record<string, unknown> {
  return renderUser(
    {
      id,
      email,
      user_metadata,
      identity_id: randomUUID(),
      password_hash: null,
      email_confirmed_at: null,
      confirmation_sent_at: created_at,
      recovery_sent_at: null,
      new_email: null,
      email_change_sent_at: null,
      reauthentication_sent_at: null,
      last_sign_in_at: null,
      banned_until: null,
      created_at,
      updated_at: created_at,
    },
    [],
  );
}
