import { LEGEND, WORDS } from "../../../../domain/likelihood.ts";
import { cn } from "../../../ui/class-names.ts";

/** The words beside options, with the shares of past lists that they stand for. */
export function WordsLegend({ className }: { className?: string }) {
  return (
    <dl className={cn("grid grid-cols-1 gap-1 text-sm", className)}>
      {WORDS.map((word) => (
        <div key={word}>
          <dt className="inline font-semibold first-letter:uppercase">{word}:</dt>{" "}
          <dd className="inline">{LEGEND[word]}</dd>
        </div>
      ))}
    </dl>
  );
}
