import { Compass, HeartHandshake, type LucideIcon, MapPin, Scale } from "lucide-react";
import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";
import { buttonClasses } from "../../ui/button.tsx";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "About Us: Maarga",
    description:
      "Why Maarga guides students in Karnataka through NEET and CET admissions, and the four values it works by: Clarity, Support, Integrity, Local Expertise.",
    path: "/about",
  });

const VALUES: readonly (readonly [name: string, text: string, icon: LucideIcon])[] = [
  [
    "Clarity",
    "Admissions come with forms, clauses and rounds. We say in plain words what each one means for you, and what comes next.",
    Compass,
  ],
  [
    "Support",
    "A question the night before a deadline is still a question. Alerts, a place for your documents, and mentors you can talk to.",
    HeartHandshake,
  ],
  [
    "Integrity",
    "We promise our work, never a seat. The authority's notice always prevails, and we tell you where to find it.",
    Scale,
  ],
  [
    "Local Expertise",
    "Karnataka has its own rules: KEA's rounds and choices, reservation, rural and Kannada-medium claims. We know them.",
    MapPin,
  ],
];

export default function AboutPage() {
  return (
    <PublicFrame current="/about">
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-16 sm:px-6 md:pt-16 md:pb-24">
        <h1 className="text-4xl sm:text-5xl">About Us</h1>
        <div className="mt-5 grid max-w-prose gap-4 text-lg text-muted">
          <p className="font-heading text-2xl leading-snug font-medium text-ink">
            Our mission: every student in Karnataka finds the best path that their rank allows, whoever their
            parents know and wherever they live.
          </p>
          <p>
            After NEET or CET comes the part that nobody teaches: applications, documents, an option list,
            rounds, and choices that cannot be taken back. Good ranks are lost to a missed date or a line in
            the wrong place.
          </p>
          <p>
            <span lang="kn">ಮಾರ್ಗ</span>, <i>maarga</i>, means the way. We go with you, from the first form to
            seat allotment.
          </p>
        </div>
        <h2 className="mt-14 text-3xl">Our values</h2>
        <ul className="mt-6 grid gap-4 sm:grid-cols-2 md:gap-6">
          {VALUES.map(([name, text, Icon]) => (
            <li key={name} className="flex gap-4 rounded-card border bg-card p-5 sm:p-6">
              <span className="grid size-11 shrink-0 place-items-center rounded-control bg-press-wash text-press">
                <Icon aria-hidden="true" className="size-5" />
              </span>
              <div className="wrap-anywhere">
                <h3 className="text-xl">{name}</h3>
                <p className="mt-1.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <section className="mt-14 rounded-card border bg-press-wash p-6 sm:p-10">
          <h2 className="text-2xl sm:text-3xl">Ask us anything first</h2>
          <p className="mt-3 max-w-prose text-muted">
            Students and parents alike: write or call before you decide. A question costs nothing.
          </p>
          <a href="/contact" className={`${buttonClasses({ size: "large" })} mt-6 w-full sm:w-auto`}>
            Contact Us
          </a>
        </section>
      </div>
    </PublicFrame>
  );
}
