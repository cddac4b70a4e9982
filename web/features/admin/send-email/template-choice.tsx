import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { type ChangeDraft, type Draft, hasOwnText } from "./draft.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { useSavedTemplates } from "./saved-templates.ts";
import { TEMPLATES, type Template } from "./templates.ts";

const SaveTemplateDialog = lazyPart(
  async () => (await import("./save-template-dialog.tsx")).SaveTemplateDialog,
);

interface Choice extends Template {
  /** The value in the field and in the draft. */
  readonly value: string;
}

const valueOfSaved = (id: string) => `saved ${id}`;

const CHOICES_OF_THE_APP: readonly Choice[] = TEMPLATES.map((template) => ({
  ...template,
  value: template.label,
}));

interface TemplateChoiceProps {
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
}

/** The templates of the app, and those that admins have saved. */
export function TemplateChoice({ draft, onChange }: TemplateChoiceProps) {
  const [unconfirmed, setUnconfirmed] = useState<Choice>();
  const [isSaving, setIsSaving] = useState(false);
  const saved = useSavedTemplates();
  const choices = [
    ...CHOICES_OF_THE_APP,
    // A saved template may have the label of another one.
    ...(saved.data ?? []).map((template) => ({ ...template, value: valueOfSaved(template.id) })),
  ];
  const apply = ({ value, subject, body }: Choice) => {
    onChange({ template: value, subject, body });
    setUnconfirmed(undefined);
  };
  const choose = (value: string) => {
    const choice = choices.find((candidate) => candidate.value === value);
    if (!choice) onChange({ template: "" });
    else if (hasOwnText(draft)) setUnconfirmed(choice);
    else apply(choice);
  };
  return (
    <div className="grid content-start justify-items-start gap-1 *:first:w-full">
      <SelectField
        label="Template"
        optional
        value={draft.template}
        options={[{ value: "", label: "No template" }, ...choices]}
        onChange={({ target }) => choose(target.value)}
      />
      {draft.subject.trim() !== "" && draft.body.trim() !== "" && (
        <Button variant="quiet" size="small" onClick={() => setIsSaving(true)}>
          Save as a template
        </Button>
      )}
      <ReplaceDialog
        replacement={unconfirmed?.label}
        onReplace={() => unconfirmed && apply(unconfirmed)}
        onClose={() => setUnconfirmed(undefined)}
      />
      {isSaving && (
        <SaveTemplateDialog
          draft={draft}
          chosen={saved.data?.find(({ id }) => draft.template === valueOfSaved(id))}
          onSaved={(id) => onChange({ template: valueOfSaved(id) })}
          onRemoved={() => onChange({ template: "" })}
          onClose={() => setIsSaving(false)}
        />
      )}
    </div>
  );
}
