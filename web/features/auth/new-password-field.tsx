import { type ComponentProps, useEffect, useState } from "react";
import {
  findPasswordRefusal,
  MIN_PASSWORD_CHARACTERS,
  PASSWORD_REFUSAL_TEXTS,
  type PasswordOwner,
} from "../../../domain/passwords.ts";
import { PasswordField } from "../../ui/field.tsx";

type Props = Omit<ComponentProps<typeof PasswordField>, "hint" | "autoComplete" | "name" | "required"> & {
  readonly owner: PasswordOwner;
};

const HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters.`;
/** The pause in typing after which the server's list is asked. */
const PAUSE_MS = 400;

/** A field for a new password that tells which rule is broken while somebody types. The server decides. */
export function NewPasswordField({ owner, error, ...field }: Props) {
  const [password, setPassword] = useState("");
  const [commonPassword, setCommonPassword] = useState<string>();
  const refusal = findPasswordRefusal(password, owner);

  useEffect(() => {
    if (refusal) return;
    const check = async () => {
      // Loaded on demand, to keep the sign-in page light. Without it the server still checks the password.
      const loaded = await import("./is-common-password.ts").catch(() => null);
      if (await loaded?.isCommonPassword(password)) setCommonPassword(password);
    };
    const timer = setTimeout(check, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [password, refusal]);

  const found = refusal ?? (password === commonPassword ? "common" : null);
  const isTyping = password === "" || found === "too short";
  return (
    <PasswordField
      {...field}
      name="password"
      autoComplete="new-password"
      required
      hint={isTyping ? missingCharacters(password) : undefined}
      error={isTyping || !found ? error : PASSWORD_REFUSAL_TEXTS[found]}
      onChange={(event) => setPassword(event.target.value)}
    />
  );
}

function missingCharacters(password: string): string {
  const missing = MIN_PASSWORD_CHARACTERS - [...password].length;
  return password === "" || missing <= 0 ? HINT : `${HINT} ${missing} more to go.`;
}
