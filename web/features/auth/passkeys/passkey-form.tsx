import { use } from "react";
import { Button } from "../../../ui/button.tsx";
import { FormProblem } from "../form-problem.tsx";
import { SignInContext } from "../sign-in-context.ts";
import { useForm } from "../use-form.ts";
import { supportsPasskeys } from "./supports-passkeys.ts";

/** A login without a password. Its code is loaded on a press, to save data for people who do not use it. */
export function PasskeyForm() {
  const { openApp } = use(SignInContext);
  const form = useForm({
    refused: "Failed to login",
    unexpected: "This could not be loaded. Check your connection and try again.",
    async send() {
      const { logInWithPasskey } = await import("./log-in-with-passkey.ts");
      openApp(await logInWithPasskey());
    },
  });
  // The server's HTML has the button, so that nothing shifts when React is ready: almost every browser supports it.
  if (!form.disabledUntilReady.disabled && !supportsPasskeys()) return null;
  return (
    <form method="post" onSubmit={form.onSubmit} className="mt-4 grid gap-4">
      <FormProblem problem={form.problem} />
      <Button type="submit" variant="secondary" busy={form.isBusy} {...form.disabledUntilReady}>
        Use fingerprint or screen lock
      </Button>
    </form>
  );
}
