import { useMutation } from "@tanstack/react-query";
import { auth } from "../../backend/auth.ts";

interface EmailChange {
  readonly email: string;
  readonly currentPassword?: string | undefined;
}

/**
 * Requests another address for the account; it counts once the links in the mails to both addresses were opened. With the
 * pending address it sends the mails again, and with the current one it cancels the change.
 */
export async function changeEmail({ email, currentPassword }: EmailChange): Promise<void> {
  const { error } = await (await auth()).updateUser({
    email,
    ...(currentPassword && { current_password: currentPassword }),
  });
  if (error) throw error;
}

export function useChangeEmail() {
  return useMutation({ mutationFn: changeEmail });
}

/** The field of the form that a refused change is about, and what to do. */
export function describeRefusedChange(error: unknown): { field: "email" | "currentPassword"; text: string } {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "current_password_invalid")
    return { field: "currentPassword", text: "Your current password is wrong." };
  if (code === "reauthentication_needed")
    return { field: "currentPassword", text: "Enter your current password." };
  return { field: "email", text: (code && message) || "Something went wrong" };
}
