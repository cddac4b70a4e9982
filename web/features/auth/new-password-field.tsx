import { type ComponentProps, type RefObject, useEffect, useState } from "react";
import {
  findPasswordRefusal,
  MIN_PASSWORD_CHARACTERS,
  PASSWORD_REFUSAL_TEXTS,
  type PasswordOwner,
} from "../../../domain/passwords.ts";
import { PasswordField } from "../../ui/field.tsx";
import { isCommonPassword } from "./is-common-password.ts";

type Props = Omit<ComponentProps<typeof PasswordField>, "hint" | "autoComplete" | "name" | "required"> & {
  readonly owner: PasswordOwner;
  /** Keeps the text for as long as the page is open, because another form may have begun it. */
  readonly typed?: RefObject<string>;
};

const HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters.`;
/** The pause in typing after which the server's list is asked. */
const PAUSE_MS = 400;

/** A field for a new password that tells which rule is broken while somebody types. The server decides. */
export function NewPasswordField({ owner, typed, error, ...field }: Props) {
  const [firstPassword] = useState(typed?.current ?? "");
  const [password, setPassword] = useState(firstPassword);
  const [commonPassword, setCommonPassword] = useState<string>();
  const refusal = findPasswordRefusal(password, owner);

  useEffect(() => {
    if (refusal) return;
    const check = async () => {
      if (await isCommonPassword(password)) setCommonPassword(password);
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
      defaultValue={firstPassword}
      onChange={(event) => {
        setPassword(event.target.value);
        if (typed) typed.current = event.target.value;
      }}
    />
  );
}

function missingCharacters(password: string): string {
  const missing = MIN_PASSWORD_CHARACTERS - [...password].length;
  return password === "" || missing <= 0 ? HINT : `${HINT} ${missing} more to go.`;
}
