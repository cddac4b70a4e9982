import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { cn } from "../../../ui/class-names.ts";
import { linkTo, type SectionPlace } from "./sections.ts";
import type { Section, SectionName, WaitingItem } from "./today.ts";

interface WaitingSectionProps {
  readonly name: SectionName;
  readonly title: string;
  readonly to: SectionPlace["to"];
  readonly also?: SectionPlace["also"];
  readonly waiting: Section;
  /** The button of an item, if it is done here. */
  readonly children: (item: WaitingItem) => ReactNode;
}

const LONG = 8;

export function WaitingSection({ name, title, to, also, waiting, children }: WaitingSectionProps) {
  const more = waiting.count - waiting.items.length;
  return (
    // A long list, as of the calls of today, takes the place of two, so that no row of cards has a gap under the others.
    <section aria-label={title} className={cn(waiting.items.length > LONG && "md:row-span-2")}>
      <Card className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">
            <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {title}
            </Link>
          </h2>
          <Badge tone="highlight">{waiting.count.toLocaleString("en-IN")}</Badge>
        </div>
        <ul className="divide-y">
          {waiting.items.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1">
              <Described name={name} item={item} />
              {children(item)}
            </li>
          ))}
        </ul>
        {more > 0 && name !== "failed" && (
          <p className="text-muted text-sm">and {more.toLocaleString("en-IN")} more</p>
        )}
        {also && (
          <Link
            to={also.to}
            className="inline-flex min-h-11 items-center justify-self-start text-sm underline underline-offset-4"
          >
            {also.text}
          </Link>
        )}
      </Card>
    </section>
  );
}

function Described({ name, item }: { name: SectionName; item: WaitingItem }) {
  const to = linkTo(name, item);
  const text = item.name ?? "Deleted account";
  return (
    <div className="min-w-0">
      {to ? (
        <Link
          to={to}
          className="wrap-anywhere inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {text}
        </Link>
      ) : (
        <span className="wrap-anywhere">{text}</span>
      )}
      <p className="tabular text-muted text-sm">
        {formatInstant(new Date(item.at))}
        {item.text && (
          <>
            {" "}
            · <span className="inline-block">{item.text}</span>
          </>
        )}
      </p>
    </div>
  );
}
