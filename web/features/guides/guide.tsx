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
import "./guide.css";

/** The whole guide, for the public page and for the signed-in one. Nothing in it changes after it is drawn. */
export function Guide({ support }: { support: ReactNode }) {
  return (
    <div className="guide-frame">
      <article className="guide">
        <header className="guide-top">
          <h1 className="text-3xl sm:text-4xl">The way from rank to seat</h1>
          <p className="text-lg text-muted">
            How admission in Karnataka works for UG CET, UG NEET, PG CET and PG NEET: who does what, which
            step comes when, what it costs, and where students lose a seat.
          </p>
          <p className="guide-offline" role="status" />
          <button
            type="button"
            data-print=""
            className={`${buttonClasses({ variant: "secondary" })} guide-with-script`}
          >
            Print the guide
          </button>
        </header>
        <div className="guide-tools">
          <TextSearch />
          <TableOfContents />
        </div>
        <div className="guide-text" data-guide-text>
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
