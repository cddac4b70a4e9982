import type { ReactNode } from "react";
import { buttonClasses } from "../../ui/button.tsx";
import { Clauses } from "./sections/clauses.tsx";
import { Dates } from "./sections/dates.tsx";
import { Documents } from "./sections/documents.tsx";
import { FourChoices } from "./sections/four-choices.tsx";
import { Mistakes } from "./sections/mistakes.tsx";
import { Money } from "./sections/money.tsx";
import { PgCet } from "./sections/pg-cet.tsx";
import { PgNeet } from "./sections/pg-neet.tsx";
import { Reservation } from "./sections/reservation.tsx";
import { Sources } from "./sections/sources.tsx";
import { Start } from "./sections/start.tsx";
import { UgCet } from "./sections/ug-cet.tsx";
import { UgNeet } from "./sections/ug-neet.tsx";
import { WhereToAsk } from "./sections/where-to-ask.tsx";
import { WhoDoesWhat } from "./sections/who-does-what.tsx";
import { TableOfContents } from "./table-of-contents.tsx";
import { TextSearch } from "./text-search.tsx";
import "./styles/layout.css";
import "./styles/text.css";
import "./styles/contents.css";
import "./styles/numbered-steps.css";
import "./styles/print.css";

/**
 * The whole guide, for the public page and for the signed-in one. React renders it only once, so scripts may change it.
 * The columns depend on the guide's own width, not the window's, because the sidebar of the signed-in page needs space.
 */
export function Guide({ support }: { support: ReactNode }) {
  return (
    <div className="@container">
      <article className="guide grid grid-cols-[minmax(0,42rem)] justify-center leading-[1.65] wrap-anywhere @4xl:grid-cols-[16rem_minmax(0,42rem)] @4xl:grid-rows-[auto_1fr] @4xl:justify-start @4xl:gap-x-12">
        <header className="grid justify-items-start gap-4 pt-4 pb-6 @4xl:col-start-2">
          <h1 className="text-3xl sm:text-4xl">The way from rank to seat</h1>
          <p className="text-lg text-muted">
            How admission in Karnataka works for UG CET, UG NEET, PG CET and PG NEET: who does what, which
            step comes when, what it costs, and where students lose a seat.
          </p>
          <p
            role="status"
            data-offline-note
            className="rounded-control bg-marigold-wash px-4 py-3 text-marigold-ink empty:hidden"
          />
          <button
            type="button"
            data-print=""
            className={`${buttonClasses({ variant: "secondary" })} guide-with-script print:hidden`}
          >
            Print the guide
          </button>
        </header>
        <div className="sticky top-(--guide-sticky-top) z-2 flex flex-wrap items-start gap-2 border-b bg-paper py-2 @4xl:col-start-1 @4xl:row-[1/3] @4xl:max-h-[calc(100dvh-var(--guide-sticky-top))] @4xl:flex-col @4xl:flex-nowrap @4xl:items-stretch @4xl:self-start @4xl:border-0 @4xl:py-6 print:hidden">
          <TextSearch />
          <TableOfContents />
        </div>
        <div className="guide-text @4xl:col-start-2" data-guide-text>
          <Start />
          <WhoDoesWhat />
          <UgCet />
          <UgNeet />
          <PgCet />
          <PgNeet />
          <FourChoices />
          <Documents />
          <Clauses />
          <Reservation />
          <Dates />
          <Money />
          <Mistakes />
          <WhereToAsk support={support} />
          <Sources />
        </div>
      </article>
    </div>
  );
}
