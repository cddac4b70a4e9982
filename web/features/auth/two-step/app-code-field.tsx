import { TextField } from "../../../ui/field.tsx";

/** The field for the six digits of an authenticator app. */
export function AppCodeField({ error, autoFocus }: { error: string | undefined; autoFocus: boolean }) {
  return (
    <TextField
      label="Code from your app"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      autoFocus={autoFocus}
      hint="Six digits. They change every half minute."
      error={error}
      className="tabular [&_input]:min-h-13 [&_input]:text-center [&_input]:text-2xl [&_input]:tracking-[0.3em]"
    />
  );
}
