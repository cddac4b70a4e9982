import { useCallback, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { findPhoneQuestion, findPinCodeQuestion } from "../../../domain/contact-details.ts";
import { isLost } from "../../backend/is-lost.ts";
import { DraftNote } from "../../layout/drafts/draft-note.tsx";
import { useFormDraft } from "../../layout/drafts/use-form-draft.ts";
import { useUser } from "../../queries/user.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField, TextField } from "../../ui/field.tsx";
import { NotSent } from "../../ui/not-sent.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { changeEmail, describeRefusedChange } from "./email-change.ts";
import { INDIAN_STATES } from "./indian-states.ts";
import { MAX_LENGTHS } from "./max-lengths.ts";
import { PendingEmail } from "./pending-email.tsx";
import type { ProfileDetails } from "./profile-details.ts";
import { UnsavedChanges } from "./unsaved-changes.tsx";
import { useUpdateProfile } from "./update-profile.ts";

interface TypedProfile extends ProfileDetails {
  readonly currentPassword: string;
}

const FAILED = "Something went wrong";

export function ProfileForm({ details }: { details: ProfileDetails }) {
  const user = useUser();
  const navigate = useNavigate();
  const update = useUpdateProfile();
  const statesId = useId();
  const { email: proved = "" } = user;
  const saved = { ...details, email: proved };
  const form = useForm<TypedProfile>({ defaultValues: { ...saved, currentPassword: "" } });
  const { register, handleSubmit, formState, watch, reset, resetField, setError } = form;
  const draft = useFormDraft("profile", saved, form);
  const { isDirty, isSubmitting, errors, touchedFields } = formState;
  const changesEmail = !isSameAddress(watch("email"), proved);
  // After saving or cancelling, the user may leave the page without a question.
  const isDone = useRef(false);
  const [isUnsent, setIsUnsent] = useState(false);
  const hasUnsavedChanges = useCallback(() => isDirty && !isDone.current, [isDirty]);

  const save = handleSubmit(async ({ currentPassword, email, ...typed }) => {
    setIsUnsent(false);
    try {
      if (changesEmail) await changeEmail({ email: email.trim(), currentPassword });
    } catch (error) {
      if (isLost(error)) return setIsUnsent(true);
      const { field, text } = describeRefusedChange(error);
      setError(field, { message: text }, { shouldFocus: true });
      return;
    }
    // The address counts once it is confirmed; until then the form shows the old one.
    resetField("email", { defaultValue: proved });
    resetField("currentPassword", { defaultValue: "" });
    try {
      await update.mutateAsync({ ...typed, email: proved });
    } catch (error) {
      console.error(error);
      setIsUnsent(isLost(error));
      toast.error(FAILED, { id: "form" });
      return;
    }
    draft.forget();
    toast.success("Profile updated successfully.");
    if (changesEmail) {
      // The student stays here and reads what to do with the mails.
      reset({ ...typed, email: proved, currentPassword: "" });
      return;
    }
    isDone.current = true;
    navigate("/pricing");
  });

  const cancel = () => {
    isDone.current = true;
    draft.forget();
    if (hasPageBefore()) navigate(-1);
    else navigate("/pricing");
  };

  /** Asks nothing while the user fills in a field for the first time. */
  const questionAt = (name: "phone" | "pin_code", find: (typed: string) => string | undefined) => {
    const typed = watch(name);
    return touchedFields[name] || typed === details[name] ? find(typed) : undefined;
  };
  const field = (name: keyof ProfileDetails) => ({ maxLength: MAX_LENGTHS[name], ...register(name) });
  return (
    <form method="post" onSubmit={save}>
      <DraftNote draft={draft} onThrowAway={() => reset({ ...saved, currentPassword: "" })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="First Name" autoComplete="given-name" required {...field("first_name")} />
        <TextField label="Last Name" autoComplete="family-name" required {...field("last_name")} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          hint="You log in with it, and our emails go here."
          error={errors.email?.message}
          {...field("email")}
        />
        {changesEmail && (
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            hint="To change your email. You then get a mail at both addresses."
            error={errors.currentPassword?.message}
            {...register("currentPassword")}
          />
        )}
        <PendingEmail />
        <TextField
          label="Phone Number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          hint={questionAt("phone", findPhoneQuestion)}
          {...field("phone")}
        />
        <TextField
          label="Address Line 1"
          optional
          autoComplete="address-line1"
          className="sm:col-span-2"
          {...field("address_line_1")}
        />
        <TextField
          label="Address Line 2"
          optional
          autoComplete="address-line2"
          className="sm:col-span-2"
          {...field("address_line_2")}
        />
        <TextField label="City" optional autoComplete="address-level2" {...field("city")} />
        <TextField label="State" optional autoComplete="address-level1" list={statesId} {...field("state")} />
        <datalist id={statesId}>
          {INDIAN_STATES.map((state) => (
            <option key={state} value={state} />
          ))}
        </datalist>
        <TextField
          label="Pin Code"
          optional
          inputMode="numeric"
          autoComplete="postal-code"
          hint={questionAt("pin_code", findPinCodeQuestion)}
          {...field("pin_code")}
        />
      </div>
      {isUnsent && <NotSent title={FAILED} onRetry={save} busy={isSubmitting} className="mt-4" />}
      {update.isError && !isUnsent && (
        <Notice kind="danger" title={FAILED} className="mt-4">
          Your profile was not saved. Your changes are still here. Please try again.
        </Notice>
      )}
      <div className="mt-6 grid columns-from-[7rem] gap-3 sm:flex sm:justify-end">
        <Button variant="secondary" onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Update
        </Button>
      </div>
      <UnsavedChanges hasChanges={hasUnsavedChanges} />
    </form>
  );
}

/** A new tab has no page to go back to. The router cannot tell: it counts only the pages since the last full load. */
function hasPageBefore(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? window.history.length > 1;
}

function isSameAddress(typed: string, proved: string): boolean {
  return typed.trim().toLowerCase() === proved;
}
