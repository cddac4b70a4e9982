import { useMutation } from "@tanstack/react-query";
import { auth } from "../../backend/auth.ts";

async function sendCode(): Promise<void> {
  const { error } = await (await auth()).reauthenticate();
  if (error) throw error;
}

/** Sends a mail with a code to the user's own address. */
export function useSendCode() {
  return useMutation({ mutationFn: sendCode });
}

async function proveAddress(code: string): Promise<void> {
  const { error } = await (await auth()).updateUser({ nonce: code });
  if (error) throw error;
}

/** The code shows that the mail arrived: the address is good again. */
export function useProveAddress() {
  return useMutation({ mutationFn: proveAddress });
}
