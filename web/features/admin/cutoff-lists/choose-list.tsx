import { type FormEvent, type ReactNode, useState } from "react";
import { PUBLISHED_ROUNDS, roundName } from "../../../../domain/round-names.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import type { ListChoice, MeritList, ReadFile } from "./list-file.ts";

const NONE = { value: "", label: "Choose", disabled: true };
const REGIONS = [
  { value: "general", label: "General (rest of Karnataka)" },
  { value: "371j", label: "Kalyana Karnataka, 371(J)" },
];

interface ChooseListProps {
  readonly suggested: ReadFile["choice"];
  readonly meritLists: readonly MeritList[];
  readonly busy: boolean;
  readonly label: string;
  /** The message of a failed request, above the button that sends it again. */
  readonly children: ReactNode;
  readonly onSubmit: (choice: ListChoice) => void;
  readonly onCancel: () => void;
}

/** Asks which list a file is, with what its title says as the answer. */
export function ChooseList(props: ChooseListProps) {
  const { suggested, meritLists, busy, label, children, onSubmit, onCancel } = props;
  const [choice, setChoice] = useState<ListChoice>({
    meritList: suggested.meritList ?? "",
    year: String(suggested.year ?? ""),
    round: suggested.round ?? "",
    region: suggested.region ?? "general",
  });
  const [isChecked, setIsChecked] = useState(false);
  const hasRegions = meritLists.find(({ code }) => code === choice.meritList)?.has_regions ?? true;
  const sent = { ...choice, region: !hasRegions ? "all" : choice.region === "371j" ? "371j" : "general" };
  const problems = isChecked ? problemsOf(sent) : {};
  const change = (part: keyof ListChoice) => (event: { target: { value: string } }) =>
    setChoice({ ...choice, [part]: event.target.value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (Object.keys(problemsOf(sent)).length === 0) onSubmit(sent);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Merit list"
          value={choice.meritList}
          error={problems.meritList}
          onChange={change("meritList")}
          options={[NONE, ...meritLists.map(({ code, name }) => ({ value: code, label: name }))]}
        />
        <TextField
          label="Year"
          inputMode="numeric"
          maxLength={4}
          value={choice.year}
          error={problems.year}
          onChange={change("year")}
        />
        <SelectField
          label="Round"
          value={choice.round}
          error={problems.round}
          onChange={change("round")}
          options={[NONE, ...PUBLISHED_ROUNDS.map((value) => ({ value, label: roundName(value) }))]}
        />
        {hasRegions && (
          <SelectField label="Region" value={sent.region} onChange={change("region")} options={REGIONS} />
        )}
      </div>
      {children}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {label}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onCancel}>
          Close
        </Button>
      </div>
    </form>
  );
}

function problemsOf({ meritList, year, round }: ListChoice) {
  return {
    ...(meritList === "" && { meritList: "Please choose the merit list." }),
    ...(!/^20\d\d$/.test(year) && { year: "Please write the year, such as 2026." }),
    ...(round === "" && { round: "Please choose the round." }),
  };
}
