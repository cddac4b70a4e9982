import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useSession } from "../../backend/session.ts";
import { handOver } from "../../layout/hand-over.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { toast } from "../../ui/toast.ts";
import { FormProblem } from "./form-problem.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { FormError, NETWORK_ERROR } from "./problem.ts";
import { forgetSentMails } from "./sent-mail.ts";
import { isFreshMailSession } from "./session-age.ts";
import { setPassword } from "./set-password.ts";
import { textOf, useForm } from "./use-form.ts";
import { useMailedLink } from "./use-mailed-link.ts";

export const meta = () => [{ title: "Reset password · Maarga" }];

const TITLE = {
  title: "Reset Password",
  text: "Choose a new password. Your other devices are logged out at once.",
};

export const handle = { skeleton: <PageSkeleton {...TITLE} /> };

/** Opened by the link in a reset mail, which signs the user in, or by a signed-in student who wants another password. */
export default function ResetPasswordPage() {
  const session = useSession();
  const link = useMailedLink();
  const navigate = useNavigate();
  const accessToken = session.status === "signed-in" ? session.session.access_token : undefined;
  const [isRefusedWithout, setIsRefusedWithout] = useState(false);
  const [startedByMail] = useState(() => accessToken !== undefined && isFreshMailSession(accessToken));
  const asksCurrent = isRefusedWithout || !startedByMail;
  const form = useForm({
    refused: "Something went wrong",
    async send(fields) {
      const password = textOf(fields, "password");
      if (password !== textOf(fields, "confirmation"))
        throw new FormError("Passwords do not match.", "confirmation");
      await setPassword(password, textOf(fields, "current"));
      toast.success("Password updated successfully.");
      navigate("/pricing");
    },
    onProblem: ({ code }) => setIsRefusedWithout((before) => before || code === "reauthentication_needed"),
  });
  useEffect(() => {
    if (accessToken) forgetSentMails();
  }, [accessToken]);
  const email = session.status === "signed-in" ? session.session.user.email : "";

  return (
    <div className="max-w-md">
      <PageTitle {...TITLE} />
      {link === "refused" && (
        <Notice kind="warning" title="This link has expired or was used before." className="mb-4">
          You are logged in on this device, so you can still choose a new password.
        </Notice>
      )}
      <Card>
        <form method="post" onSubmit={form.onSubmit} className="grid gap-4">
          {/* Password managers need the user name to save the password. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          {asksCurrent && (
            <div>
              <PasswordField
                label="Current Password"
                name="current"
                autoComplete="current-password"
                required
                error={form.errorAt("current")}
              />
              <a
                href="/forgot-password"
                onClick={() => handOver("/forgot-password", { email })}
                className="-mb-2 inline-flex min-h-11 items-center text-press text-sm underline"
              >
                Forgot your current password?
              </a>
            </div>
          )}
          <NewPasswordField label="New Password" owner={{ email }} error={form.errorAt("password")} />
          <PasswordField
            label="Confirm Password"
            name="confirmation"
            autoComplete="new-password"
            required
            error={form.errorAt("confirmation")}
          />
          <FormProblem
            problem={form.problem}
            action={
              form.problem?.text !== NETWORK_ERROR && (
                <a href="/forgot-password" className={buttonClasses({ variant: "secondary" })}>
                  Request a reset link
                </a>
              )
            }
          />
          <Button type="submit" size="large" busy={form.isBusy} {...form.disabledUntilReady}>
            Reset Password
          </Button>
        </form>
      </Card>
    </div>
  );
}
