import { useState } from "react";
import { SelectField } from "../../../ui/field.tsx";
import { type ChangeDraft, type Draft, isOwnText } from "./draft.ts";
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
  const [asked, setAsked] = useState<Template>();
  const take = ({ label, subject, body }: Template) => {
    onChange({ template: label, subject, body });
    setAsked(undefined);
  };
  const choose = (label: string) => {
    const template = TEMPLATES.find((one) => one.label === label);
    if (!template) onChange({ template: "" });
    else if (isOwnText(draft)) setAsked(template);
    else take(template);
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
        by={asked?.label}
        onReplace={() => asked && take(asked)}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}
