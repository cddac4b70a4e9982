import { useState } from "react";
import { useSession } from "../../../backend/session.ts";
import { Button } from "../../../ui/button.tsx";
import { PasswordField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { FormProblem } from "../form-problem.tsx";
import { explainPasskeyError } from "../passkeys/passkey-problem.ts";
import { isFreshSession } from "../session-age.ts";
import { textOf, useForm } from "../use-form.ts";
import { AppCodeField } from "./app-code-field.tsx";
import { confirmApp, enrollApp, type NewApp } from "./enroll-app.ts";
import { ScanCode } from "./scan-code.tsx";
import { StepHeading } from "./step-heading.tsx";
import { type TwoStep, useCreateRecoveryCodes } from "./two-step.ts";

interface TurnOnProps {
  readonly twoStep: TwoStep;
  onNewCodes(codes: readonly string[]): void;
}

/** Explains two-step login, shows the QR code, and asks for the first code. */
export function TurnOn({ twoStep, onNewCodes }: TurnOnProps) {
  const [app, setApp] = useState<NewApp>();
  return app ? <Confirm app={app} twoStep={twoStep} onNewCodes={onNewCodes} /> : <Start onStarted={setApp} />;
}

function Start({ onStarted }: { onStarted: (app: NewApp) => void }) {
  const session = useSession();
  const accessToken = session.status === "signed-in" ? session.session.access_token : undefined;
  const email = session.status === "signed-in" ? session.session.user.email : "";
  const [isRefusedWithout, setIsRefusedWithout] = useState(false);
  const [isFresh] = useState(() => accessToken !== undefined && isFreshSession(accessToken));
  const asksPassword = isRefusedWithout || !isFresh;
  const form = useForm({
    refused: "Two-step login could not be turned on. Please try again.",
    async send(fields) {
      onStarted(
        await enrollApp(textOf(fields, "current")).catch((error) => {
          throw explainPasskeyError(error);
        }),
      );
    },
    onProblem: ({ code }) => setIsRefusedWithout((before) => before || code === "reauthentication_needed"),
  });
  return (
    <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <h2 className="text-xl">It is off</h2>
      <p>
        You need an authenticator app on your phone: Google Authenticator, Microsoft Authenticator, Aegis,
        2FAS or any other one. Your phone's password manager may be one too.
      </p>
      {/* Password managers need the user name to find the password. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {asksPassword && (
        <PasswordField
          label="Current Password"
          name="current"
          autoComplete="current-password"
          required
          error={form.errorAt("current")}
        />
      )}
      <FormProblem problem={form.problem} />
      <Button type="submit" size="large" busy={form.isBusy}>
        Turn on
      </Button>
    </form>
  );
}

function Confirm({ app, twoStep, onNewCodes }: TurnOnProps & { readonly app: NewApp }) {
  const create = useCreateRecoveryCodes(onNewCodes);
  const form = useForm({
    refused: "The code could not be checked. Please try again.",
    async send(fields) {
      await confirmApp(app, textOf(fields, "code"));
      // It is on without the codes too, and the page then offers to create them.
      create.mutate(twoStep, {
        onError: () => toast.error("The recovery codes could not be created. Please try again."),
      });
    },
  });
  return (
    <div className="grid gap-6">
      <ScanCode app={app} />
      <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-4">
        <StepHeading number={2}>Enter the code that the app shows</StepHeading>
        <AppCodeField error={form.errorAt("code")} autoFocus={false} />
        <FormProblem problem={form.problem} />
        <Button type="submit" size="large" busy={form.isBusy || create.isPending}>
          Confirm
        </Button>
      </form>
    </div>
  );
}
