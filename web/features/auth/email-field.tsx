import type { ComponentProps } from "react";
import { TextField } from "../../ui/field.tsx";

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, "defaultValue" | "onChange" | "hint" | "error">;

/** Password managers expect the address as `username`. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck="false"
      required
      {...props}
    />
  );
}
