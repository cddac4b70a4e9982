import { Link } from "react-router";
import { dayOf, formatInstant } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Nothing, Section } from "./section.tsx";
import type { Call, OpenedStudent } from "./student.ts";

/** The calls, those to come first. Each leads to its day in the agenda, where it is moved, cancelled or marked. */
export function CallsSection({ opened: { calls } }: { opened: OpenedStudent }) {
  return (
    <Section title="Calls">
      {calls.length === 0 && <Nothing>No calls.</Nothing>}
      <ul className="divide-y empty:hidden">
        {calls.map((call) => (
          <CallItem key={call.id} call={call} />
        ))}
      </ul>
    </Section>
  );
}

function CallItem({ call: { start_time, end_time, mentor_name, outcome, topic, agreed } }: { call: Call }) {
  const start = new Date(start_time);
  return (
    <li className="grid gap-0.5 py-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <Link
          to={`/agenda?day=${dayOf(start)}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {formatInstant(start)}
        </Link>
        <CallState outcome={outcome} isOver={new Date(end_time) <= new Date()} />
        {mentor_name && <span className="text-muted text-sm">with {mentor_name}</span>}
      </p>
      {topic && <p className="wrap-anywhere whitespace-pre-line text-sm">{topic}</p>}
      {agreed && <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">Agreed: {agreed}</p>}
    </li>
  );
}

const STATES = {
  held: { text: "Held", tone: "good" },
  late: { text: "Came late", tone: "highlight" },
  missed: { text: "Did not come", tone: "danger" },
  "mentor missed": { text: "Mentor did not come", tone: "danger" },
  "not marked": { text: "Not marked", tone: "neutral" },
  "to come": { text: "To come", tone: "highlight" },
} as const;

function CallState({ outcome, isOver }: Pick<Call, "outcome"> & { isOver: boolean }) {
  const { text, tone } = STATES[outcome ?? (isOver ? "not marked" : "to come")];
  return <Badge tone={tone}>{text}</Badge>;
}
