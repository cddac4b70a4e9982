import { LANGUAGE_NAMES, LANGUAGES, type Translated } from "../../../domain/languages.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { type Preferences, useSavePreference } from "./preferences.ts";

/** The English name is for people who help, and for devices without Kannada letters. */
const ENGLISH_NAMES: Translated<string | undefined> = { en: undefined, kn: "Kannada" };

const OPTIONS = LANGUAGES.map((language) => ({
  value: language,
  label: <span lang={language}>{LANGUAGE_NAMES[language]}</span>,
  description: ENGLISH_NAMES[language],
}));

/** A choice is saved at once: it is easy to take back. */
export function MailLanguage({ saved }: { saved: Preferences["language"] }) {
  const save = useSavePreference();
  const wanted = save.variables?.language ?? saved;
  const choose = (language: Preferences["language"]) =>
    save.mutate({ language }, { onSuccess: () => toast.success("Preferences updated.") });
  return (
    <Card className="mt-6 grid max-w-2xl gap-4">
      <ChoiceGroup
        label="Language of mails"
        options={OPTIONS}
        value={save.isPending || save.isError ? wanted : saved}
        onChange={choose}
      />
      <p className="text-sm text-muted">
        Mails about your slots and payments come in this language. All others come in English.
      </p>
      {save.isError && (
        <Notice
          kind="danger"
          action={
            <Button variant="secondary" busy={save.isPending} onClick={() => choose(wanted)}>
              Try again
            </Button>
          }
        >
          Failed to update preferences.
        </Notice>
      )}
    </Card>
  );
}
