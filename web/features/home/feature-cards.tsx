import { BellRing, type LucideIcon, MapPinned, MessagesSquare } from "lucide-react";
import { HomeSection } from "./home-section.tsx";

const FEATURES: readonly (readonly [name: string, text: string, icon: LucideIcon])[] = [
  [
    "College Roadmaps",
    "Which forms, which documents, which order of options, for your exam and your category: laid out step by step.",
    MapPinned,
  ],
  [
    "Expert Counseling",
    "Talk to a mentor by phone or online, in a slot that you choose yourself, before you lock anything in.",
    MessagesSquare,
  ],
  [
    "Timely Alerts",
    "An email before registrations close, and when results, rounds and fees come up, till seat allotment.",
    BellRing,
  ],
];

export function FeatureCards() {
  return (
    <HomeSection banded title="What we do for you">
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {FEATURES.map(([name, text, Icon]) => (
          <li key={name} className="rounded-card border bg-card p-6">
            <span className="grid size-12 place-items-center rounded-control bg-press-wash text-press">
              <Icon aria-hidden="true" className="size-6" />
            </span>
            <h3 className="mt-5 text-xl">{name}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
