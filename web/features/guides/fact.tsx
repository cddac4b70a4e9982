import { createContext, Fragment, type ReactNode, useContext } from "react";
import { cn } from "../../ui/class-names.ts";
import type { Confidence, FactRecord } from "./fact-record.ts";
import { factParts } from "./fact-text.ts";
import { FACTS, type FactId } from "./facts.ts";

interface Cycle {
  readonly cycle: string;
  readonly confidence?: Confidence;
}

const SaidAbove = createContext<Cycle>({ cycle: "" });

/** A number or date of the record: never without its cycle, and leading to its source. */
export function Fact({ id }: { id: FactId }) {
  return (
    <a href={`#source-${FACTS[id].source}`} className="guide-fact" data-fact={id}>
      <FactText id={id} />
    </a>
  );
}

/** The same inside a label, where a press ticks the box and must not lead away. */
export function PlainFact({ id }: { id: FactId }) {
  return (
    <span data-fact={id}>
      <FactText id={id} />
    </span>
  );
}

function FactText({ id }: { id: FactId }) {
  const fact: FactRecord = FACTS[id];
  const above = useContext(SaidAbove);
  const isConfirmed = fact.confidence !== "to be confirmed";
  return (
    <>
      <span className="tabular font-semibold">
        {factParts(fact).map(({ text, dateTime }) =>
          dateTime === undefined ? (
            <Fragment key={text}>{text}</Fragment>
          ) : (
            <time key={dateTime} dateTime={dateTime}>
              {text}
            </time>
          ),
        )}
      </span>
      {/* A date says its year itself. */}
      <Note hidden={above.cycle === fact.cycle || typeof fact.value !== "string"}>
        {fact.cycle === "undated" ? "year not given" : fact.cycle}
      </Note>
      {isConfirmed || <Note hidden={above.confidence === fact.confidence}>to be confirmed</Note>}
    </>
  );
}

/** Says once what holds for every fact inside; facts of other cycles still say theirs. */
export function SameCycle({ children, ...above }: Cycle & { children: ReactNode }) {
  return <SaidAbove value={above}>{children}</SaidAbove>;
}

function Note({ hidden, children }: { hidden: boolean; children: string }) {
  return (
    <span className={cn(hidden ? "sr-only" : "text-[0.75em] whitespace-nowrap text-muted")}> {children}</span>
  );
}
