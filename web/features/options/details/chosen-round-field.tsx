import { useQuery } from "@tanstack/react-query";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { roundName } from "../../../../domain/round-names.ts";
import { tables } from "../../../backend/tables.ts";
import { SelectField } from "../../../ui/field.tsx";
import type { ChosenRound } from "./details-request.ts";

interface Props {
  readonly exam: ExamCode;
  readonly chosen: ChosenRound | undefined;
  readonly onChoose: (chosen: ChosenRound | undefined) => void;
}

async function fetchRounds(exam: ExamCode): Promise<ChosenRound[]> {
  const { data, error } = await tables()
    .from("current_editions")
    .select("year, round, position")
    .eq("merit_list", exam)
    .order("year", { ascending: false })
    .order("position", { ascending: false });
  if (error) throw error;
  const rounds = data.map(({ year, round }) => ({ year: year ?? 0, round: round ?? "" }));
  return rounds.filter((of, index) => rounds.findIndex((other) => textOf(other) === textOf(of)) === index);
}

const textOf = ({ year, round }: ChosenRound) => `${year} ${round}`;

/** The year and round of the closing ranks beside the options. */
export function ChosenRoundField({ exam, chosen, onChoose }: Props) {
  const { data = [] } = useQuery({
    queryKey: ["cutoff-rounds", exam],
    queryFn: () => fetchRounds(exam),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data.length === 0) return null;
  return (
    <SelectField
      label="Closing ranks of"
      hint="The word beside an option, such as Sure, compares your rank with the newest list, whichever you choose here."
      className="w-full xs:w-60"
      value={chosen ? textOf(chosen) : ""}
      options={[
        { value: "", label: "The latest round 1" },
        ...data.map((of) => ({ value: textOf(of), label: `${of.year}, ${roundName(of.round)}` })),
      ]}
      onChange={({ target }) => onChoose(data.find((of) => textOf(of) === target.value))}
    />
  );
}
