import { useQuery } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";

interface MailRules {
  /** A campaign to more people waits for a second admin. Undefined: each needs the super-admin password instead. */
  readonly approvalAbove: number | undefined;
  /** "21:00 to 08:00", when no campaign mail is sent. */
  readonly quietTime: string | undefined;
}

async function fetchMailRules(): Promise<MailRules> {
  const { data, error } = await tables().rpc("mail_rules").single();
  if (error) throw error;
  const { approval_above, quiet_from, quiet_until } = data;
  return {
    approvalAbove: approval_above > 0 ? approval_above : undefined,
    quietTime:
      quiet_from && quiet_until ? `${quiet_from.slice(0, 5)} to ${quiet_until.slice(0, 5)}` : undefined,
  };
}

export function useMailRules() {
  return useQuery({ queryKey: ["mail-rules"], queryFn: fetchMailRules });
}
