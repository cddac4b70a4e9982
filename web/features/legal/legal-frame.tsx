import type { ReactNode } from "react";
import { PublicFrame } from "../../layout/public-frame.tsx";

const LAST_UPDATED = { shown: "17 Jun 2025", machine: "2025-06-17" } as const;

interface LegalFrameProps {
  readonly title: string;
  /** The page's path. */
  readonly current: string;
  /** The main point, in one sentence. */
  readonly inShort: string;
  readonly children: ReactNode;
}

export function LegalFrame({ title, current, inShort, children }: LegalFrameProps) {
  return (
    <PublicFrame current={current}>
      <article className="mx-auto max-w-[44rem] px-4 pt-10 pb-16 sm:px-6 md:pt-16 md:pb-24">
        <p className="tabular text-muted">
          Last updated: <time dateTime={LAST_UPDATED.machine}>{LAST_UPDATED.shown}</time>
        </p>
        <h1 className="mt-2 text-4xl sm:text-5xl">{title}</h1>
        <p className="mt-6 rounded-card border-l-4 border-marigold bg-wash px-5 py-4 text-lg">{inShort}</p>
        <div className="mt-10 grid gap-9 leading-relaxed">{children}</div>
      </article>
    </PublicFrame>
  );
}

export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 [&_a]:text-press [&_a]:underline [&_a]:underline-offset-4 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-6 [&_ul]:marker:text-press">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  );
}

/** The contact details that the operator has set; the others are hidden. */
export function ContactLines() {
  return (
    <address className="grid gap-1 not-italic">
      <p data-needs="%SUPPORT_EMAIL%">
        Email:{" "}
        <a href="mailto:%SUPPORT_EMAIL%" className="inline-flex min-h-11 items-center">
          %SUPPORT_EMAIL%
        </a>
      </p>
      <p data-needs="%SUPPORT_PHONE%">
        Phone:{" "}
        <a href="tel:+%SUPPORT_PHONE_DIGITS%" className="tabular inline-flex min-h-11 items-center">
          %SUPPORT_PHONE%
        </a>
      </p>
      <p data-needs="%SUPPORT_ADDRESS%">Postal address: %SUPPORT_ADDRESS%</p>
      <p>
        All ways to reach us are on the{" "}
        <a href="/contact" className="inline-flex min-h-11 items-center">
          contact page
        </a>
        .
      </p>
    </address>
  );
}
