import type { ChoiceRow } from "../../../../domain/four-choices.ts";
import { roundName } from "../../../../domain/round-names.ts";
import { cn } from "../../../ui/class-names.ts";
import { SourcedText } from "./sourced-text.tsx";

interface Props {
  readonly choices: readonly ChoiceRow[];
  readonly year: number;
  readonly round: string;
}

/** Each choice with what it costs this student now and what they give up: two columns where there is room. */
export function ChoicesTable({ choices, year, round }: Props) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="text-base">Your choices after {roundName(round)}</h3>
      <p className="text-muted text-sm">
        KEA’s notice of this round counts. What is of another year is marked, and says only what was so then.
      </p>
      <ul className="grid grid-cols-1 gap-3">
        {choices.map(({ choice, title, costsNow, givesUp }) => (
          <li
            key={choice}
            className={cn(
              "rounded-control border p-3",
              choice === "none" && "border-danger/40 bg-danger-wash",
            )}
          >
            <h4 className="text-base">{title}</h4>
            <dl className="mt-1 grid gap-3 sm:grid-cols-2">
              <div>
                <dt className="text-muted text-sm">Costs you now</dt>
                <dd>
                  <SourcedText cell={costsNow} year={year} />
                </dd>
              </div>
              <div>
                <dt className="text-muted text-sm">You give up</dt>
                <dd>
                  <SourcedText cell={givesUp} year={year} />
                </dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
