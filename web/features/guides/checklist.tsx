import type { ReactNode } from "react";
import { buttonClasses } from "../../ui/button.tsx";
import { SubHeading } from "./guide-section.tsx";

interface ChecklistProps {
  id: string;
  title: string;
  /** The source of the list, and anything to know before relying on it. */
  about: ReactNode;
  children: ReactNode;
}

export function Checklist({ id, title, about, children }: ChecklistProps) {
  return (
    <div className="break-before-page" data-checklist={id}>
      <SubHeading id={id}>{title}</SubHeading>
      <p className="text-sm text-muted">{about} The authority’s list of your year prevails.</p>
      {children}
      <button
        type="button"
        data-print={id}
        className={`${buttonClasses({ variant: "secondary" })} guide-with-script mt-4 print:hidden`}
      >
        Print this list
      </button>
    </div>
  );
}

type Item = readonly [slug: string, text: ReactNode];

export function Items({ list, title, items }: { list: string; title: string; items: readonly Item[] }) {
  return (
    <>
      <h4 className="mt-4 text-base">{title}</h4>
      <ul className="guide-items">
        {items.map(([slug, text]) => (
          <li key={slug}>
            <input type="checkbox" id={`${list}-${slug}`} data-tick />
            <label htmlFor={`${list}-${slug}`}>{text}</label>
          </li>
        ))}
      </ul>
    </>
  );
}
