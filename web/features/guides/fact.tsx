import { createContext, Fragment, type ReactNode, useContext } from "react";
import { cn } from "../../ui/class-names.ts";
import type { Confidence, FactRecord } from "./fact-record.ts";
import { factParts } from "./fact-text.ts";
import { FACTS, type FactId } from "./facts.ts";

interface Cycle {
  readonly cycle: string;
  readonly confidence?: Confidence;
}

const SharedCycle = createContext<Cycle>({ cycle: "" });

/** A fact with its cycle and a link to its source. */
export function Fact({ id }: { id: FactId }) {
  return (
    <a href={`#source-${FACTS[id].source}`} className="guide-fact" data-fact={id}>
      <FactText id={id} />
    </a>
  );
}

/** A fact without a link, for labels, where a click must only tick the box. */
export function PlainFact({ id }: { id: FactId }) {
  return (
    <span data-fact={id}>
      <FactText id={id} />
    </span>
  );
}

function FactText({ id }: { id: FactId }) {
  const fact: FactRecord = FACTS[id];
  const shared = useContext(SharedCycle);
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
      {/* A date contains its year. */}
      <Note hidden={shared.cycle === fact.cycle || typeof fact.value !== "string"}>
        {fact.cycle === "undated" ? "year not given" : fact.cycle}
      </Note>
      {isConfirmed || <Note hidden={shared.confidence === fact.confidence}>to be confirmed</Note>}
    </>
  );
}

/** The cycle is shown once for all facts inside; facts of other cycles still show their own. */
export function SameCycle({ children, ...shared }: Cycle & { children: ReactNode }) {
  return <SharedCycle value={shared}>{children}</SharedCycle>;
}

function Note({ hidden, children }: { hidden: boolean; children: string }) {
  return (
    <span className={cn(hidden ? "sr-only" : "text-[0.75em] whitespace-nowrap text-muted")}> {children}</span>
  );
}
