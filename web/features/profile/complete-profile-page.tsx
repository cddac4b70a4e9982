import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router";
import { findPhoneQuestion } from "../../../domain/contact-details.ts";
import { isRole } from "../../../domain/roles.ts";
import { isLost } from "../../backend/is-lost.ts";
import { DraftNote } from "../../layout/drafts/draft-note.tsx";
import { useFormDraft } from "../../layout/drafts/use-form-draft.ts";
import { LOG_OUT_PRESS } from "../../layout/log-out-press.ts";
import { readReturnPath } from "../../layout/return-path.ts";
import { useUser } from "../../queries/user.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { NotSent } from "../../ui/not-sent.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { ToastPlace } from "../../ui/toaster.tsx";
import { completeProfile, findShortProfile, type ShortProfile } from "./complete-profile.ts";
import { MAX_LENGTHS } from "./max-lengths.ts";

export const meta = () => [{ title: "Complete your profile · Maarga" }];

const EMPTY = { first_name: "", last_name: "", phone: "" };
const ALL_REQUIRED = "All fields are required.";
const isFilled = (text: string) => text.trim() !== "" || "Please fill this in.";

export default function CompleteProfilePage() {
  const user = useUser();
  const navigate = useNavigate();
  const { state } = useLocation();
  const form = useForm<ShortProfile>({ defaultValues: EMPTY });
  const { register, handleSubmit, reset, setError, formState, watch } = form;
  const [saved, setSaved] = useState(EMPTY);
  const draft = useFormDraft("complete profile", saved, form);
  const [wasLost, setWasLost] = useState(false);
  const { errors, isSubmitting, touchedFields } = formState;

  useEffect(() => {
    findShortProfile(user.id)
      .then((profile) => {
        if (!profile) return;
        setSaved(profile);
        reset(profile, { keepDirtyValues: true });
      })
      // Without the earlier data, the form starts empty.
      .catch(() => {});
  }, [user.id, reset]);

  const fail = (text: string, error?: unknown) => {
    setWasLost(isLost(error));
    setError("root", { message: text });
    toast.error(text, { id: "form" });
  };
  const save = handleSubmit(
    async (typed) => {
      try {
        await completeProfile(user, trimmed(typed));
      } catch (error) {
        return fail("Failed to complete profile.", error);
      }
      draft.forget();
      toast.success("Profile completed successfully!");
      navigate(readReturnPath(state), { replace: true });
    },
    () => fail(ALL_REQUIRED),
  );

  return (
    <div className="grid min-h-dvh place-items-center bg-wash p-4">
      <main className="w-full max-w-md">
        <ToastPlace className="has-data-toast:pb-3" />
        <Card>
          <h1 className="text-2xl">Complete Your Profile</h1>
          <p className="mt-2 mb-5 text-muted">
            {isRole(user.app_metadata.maarga_role)
              ? "Your colleagues see your name and your number."
              : "Your mentor needs your name and your number to call you."}
          </p>
          <form noValidate method="post" onSubmit={save} className="grid gap-4">
            <DraftNote draft={draft} onThrowAway={() => reset(saved)} />
            <TextField
              label="First Name"
              autoComplete="given-name"
              maxLength={MAX_LENGTHS.first_name}
              required
              error={errors.first_name?.message}
              {...register("first_name", { validate: isFilled })}
            />
            <TextField
              label="Last Name"
              autoComplete="family-name"
              maxLength={MAX_LENGTHS.last_name}
              required
              error={errors.last_name?.message}
              {...register("last_name", { validate: isFilled })}
            />
            <TextField
              label="Phone Number"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={MAX_LENGTHS.phone}
              required
              error={errors.phone?.message}
              hint={touchedFields.phone && findPhoneQuestion(watch("phone"))}
              {...register("phone", { validate: isFilled })}
            />
            {errors.root?.message &&
              (wasLost ? (
                <NotSent title={errors.root.message} onRetry={save} busy={isSubmitting} />
              ) : (
                <Notice kind="danger">{errors.root.message}</Notice>
              ))}
            <Button type="submit" size="large" busy={isSubmitting}>
              Save and continue
            </Button>
          </form>
        </Card>
        <p className="mt-3 text-center text-muted text-sm">
          Logged in as <span className="wrap-anywhere">{user.email}</span>.{" "}
          <Link to="/logout" state={LOG_OUT_PRESS} className="inline-flex min-h-11 items-center underline">
            Log out
          </Link>
        </p>
      </main>
    </div>
  );
}

function trimmed({ first_name, last_name, phone }: ShortProfile): ShortProfile {
  return { first_name: first_name.trim(), last_name: last_name.trim(), phone: phone.trim() };
}
