import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { type ChangeDraft, type Draft, hasOwnText } from "./draft.ts";
import { ReplaceDialog } from "./replace-dialog.tsx";
import { TEMPLATES, type Template } from "./templates.ts";

const OPTIONS = [
  { value: "", label: "No template" },
  ...TEMPLATES.map(({ label }) => ({ value: label, label })),
];

interface TemplateChoiceProps {
  readonly draft: Draft;
  readonly onChange: ChangeDraft;
}

export function TemplateChoice({ draft, onChange }: TemplateChoiceProps) {
  const [unconfirmed, setUnconfirmed] = useState<Template>();
  const apply = ({ label, subject, body }: Template) => {
    onChange({ template: label, subject, body });
    setUnconfirmed(undefined);
  };
  const choose = (label: string) => {
    const template = TEMPLATES.find((candidate) => candidate.label === label);
    if (!template) onChange({ template: "" });
    else if (hasOwnText(draft)) setUnconfirmed(template);
    else apply(template);
  };
  return (
    <>
      <SelectField
        label="Template"
        optional
        value={draft.template}
        options={OPTIONS}
        onChange={({ target }) => choose(target.value)}
      />
      <ReplaceDialog
        replacement={unconfirmed?.label}
        onReplace={() => unconfirmed && apply(unconfirmed)}
        onClose={() => setUnconfirmed(undefined)}
      />
    </>
  );
}
