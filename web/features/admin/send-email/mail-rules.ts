import { useQuery } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";
import { campaignsKey } from "./campaigns.ts";

export interface MailRules {
  /** A campaign to more people waits for a second admin. Undefined: each needs the super-admin password instead. */
  readonly approvalAbove: number | undefined;
  /** The people whom this admin has mailed without an approval in the last day, and who count, too. */
  readonly mailedToday: number;
  /** "21:00 to 08:00", when no campaign mail is sent. */
  readonly quietTime: string | undefined;
}

async function fetchMailRules(): Promise<MailRules> {
  const { data, error } = await tables().rpc("mail_rules").single();
  if (error) throw error;
  const { approval_above, unapproved_recipients, quiet_from, quiet_until } = data;
  return {
    approvalAbove: approval_above > 0 ? approval_above : undefined,
    mailedToday: unapproved_recipients,
    quietTime:
      quiet_from && quiet_until ? `${quiet_from.slice(0, 5)} to ${quiet_until.slice(0, 5)}` : undefined,
  };
}

export function useMailRules() {
  // Each new campaign changes them.
  return useQuery({ queryKey: [...campaignsKey, "rules"], queryFn: fetchMailRules });
}
