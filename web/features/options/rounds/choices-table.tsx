import type { ChoiceRow } from "../../../../domain/four-choices.ts";
import { allotmentRoundName } from "../../../../domain/round-names.ts";
import { cn } from "../../../ui/class-names.ts";
import { SourcedText } from "./sourced-text.tsx";

interface Props {
  readonly choices: readonly ChoiceRow[];
  readonly year: number;
  readonly round: string;
}

/** Each choice with what it costs this student now and what they give up. Its name is a row of its own, for phones. */
export function ChoicesTable({ choices, year, round }: Props) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <table className="w-full table-fixed border-collapse text-left [&_:is(td,th)]:border [&_:is(td,th)]:p-2 [&_:is(td,th)]:align-top">
        <caption className="pb-2 text-left font-semibold">
          Your choices after {allotmentRoundName(round)}
        </caption>
        <thead className="text-muted text-sm">
          <tr>
            <th scope="col">Costs you now</th>
            <th scope="col">You give up</th>
          </tr>
        </thead>
        {choices.map(({ choice, title, costsNow, givesUp }) => (
          <tbody key={choice} className={cn(choice === "none" && "bg-danger-wash")}>
            <tr className="bg-wash">
              <th scope="rowgroup" colSpan={2}>
                {title}
              </th>
            </tr>
            <tr>
              <td>
                <SourcedText cell={costsNow} year={year} />
              </td>
              <td>
                <SourcedText cell={givesUp} year={year} />
              </td>
            </tr>
          </tbody>
        ))}
      </table>
      <p className="text-muted text-sm">
        KEA’s notice of this round counts. Anything from another year is marked: it says only what applied
        then.
      </p>
    </div>
  );
}
