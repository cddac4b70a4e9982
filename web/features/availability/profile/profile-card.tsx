import { type FormEvent, useState } from "react";
import {
  findNameProblem,
  findVideoLinkProblem,
  MAX_ABOUT_LENGTH,
  MAX_MENTOR_NAME_LENGTH,
  MENTOR_LANGUAGES,
} from "../../../../domain/mentors.ts";
import { DraftNote } from "../../../layout/drafts/draft-note.tsx";
import { useKeptState } from "../../../layout/drafts/use-kept-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ChoiceGroup } from "../../../ui/choice-group.tsx";
import { TextField } from "../../../ui/field.tsx";
import { focusFirstError } from "../../../ui/focus-first-error.ts";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { type MentorProfile, useSaveProfile } from "../own-mentor.ts";
import { Checkboxes } from "./checkboxes.tsx";

const LANGUAGES = MENTOR_LANGUAGES.map((language) => ({ value: language, label: language }));
const EXAMS = [
  { value: "neet", label: "NEET" },
  { value: "cet", label: "CET" },
] as const;
const LEVELS = [
  { value: "ug", label: "UG" },
  { value: "pg", label: "PG" },
] as const;
const CALLS = [
  { value: "phone", label: "I call the student", description: "On the number in their profile." },
  { value: "video", label: "Video call", description: "Students with a booking get your link." },
] as const;

interface TypedProfile extends MentorProfile {
  readonly calls: "phone" | "video";
}

export function ProfileCard({ saved }: { saved: MentorProfile }) {
  const initial: TypedProfile = { ...saved, calls: saved.videoUrl === null ? "phone" : "video" };
  const { value: typed, change: keep, restart, draft } = useKeptState("mentor profile", initial);
  const { calls, ...profile } = typed;
  const [isChecked, setIsChecked] = useState(false);
  const save = useSaveProfile();
  const change = (part: Partial<TypedProfile>) => keep({ ...typed, ...part });
  const nameProblem = findNameProblem(profile.name);
  const linkProblem = calls === "video" ? findVideoLinkProblem(profile.videoUrl ?? "") : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsChecked(true);
    if (nameProblem || linkProblem) return focusFirstError(event.currentTarget);
    const { name, about, videoUrl } = profile;
    save.mutate(
      {
        ...profile,
        name: name.trim(),
        about: about.trim(),
        videoUrl: calls === "video" ? (videoUrl ?? "").trim() : null,
      },
      {
        onSuccess: () => {
          draft.forget();
          toast.success("Profile saved.");
        },
      },
    );
  };
  return (
    <Card>
      <h2 className="mb-4 text-xl">What students see</h2>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <DraftNote draft={draft} onThrowAway={() => restart(initial)} />
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={MAX_MENTOR_NAME_LENGTH}
          value={profile.name}
          error={isChecked ? nameProblem : undefined}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label="A line about you"
          optional
          hint="What you know well, for example."
          maxLength={MAX_ABOUT_LENGTH}
          value={profile.about}
          onChange={({ target }) => change({ about: target.value })}
        />
        <Checkboxes
          label="Languages"
          options={LANGUAGES}
          values={profile.languages}
          onChange={(languages) => change({ languages })}
        />
        <Checkboxes
          label="Exams"
          options={EXAMS}
          values={profile.exams}
          onChange={(exams) => change({ exams })}
        />
        <Checkboxes
          label="Levels"
          options={LEVELS}
          values={profile.levels}
          onChange={(levels) => change({ levels })}
        />
        <ChoiceGroup
          label="How you talk"
          options={CALLS}
          value={calls}
          onChange={(chosen) => change({ calls: chosen })}
        />
        {calls === "video" && (
          <TextField
            label="Link of your video call"
            hint="Students keep this link after their call. Use a room in which you let each person in."
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={profile.videoUrl ?? ""}
            error={isChecked ? linkProblem : undefined}
            onChange={({ target }) => change({ videoUrl: target.value })}
          />
        )}
        {save.isError && (
          <Notice kind="danger">
            Your profile was not saved. Your changes are still here. Please try again.
          </Notice>
        )}
        <Button type="submit" busy={save.isPending} className="sm:justify-self-end">
          Save profile
        </Button>
      </form>
    </Card>
  );
}
