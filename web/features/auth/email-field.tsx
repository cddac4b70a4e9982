import type { ComponentProps } from "react";
import { TextField } from "../../ui/field.tsx";

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, "defaultValue" | "onChange" | "hint" | "error">;

/** The address that an account is known by; password managers know it as the user name. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
