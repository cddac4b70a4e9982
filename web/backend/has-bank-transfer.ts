import { settings } from "./settings.ts";

/** Returns whether the operator has set all the details that a bank transfer needs. */
export function hasBankTransfer(): boolean {
  const { account, ifsc, name } = settings().bank;
  return Boolean(account && ifsc && name);
}
