import { HomeSection } from "./home-section.tsx";

const STEPS = [
  ["Register", "With your email address. You confirm it once, and fill in your name and phone number."],
  ["Choose a plan", "UG or PG, CET or NEET, and how much help you want. You see the price before you pay."],
  [
    "Pay by UPI",
    "Scan the code or open your UPI app, and send us the screenshot. We check it and activate your plan.",
  ],
  [
    "Go through admission with us",
    "Alerts reach you by email, your documents stay in one place, and you book your mentor in slots between 10:00 AM and 10:00 PM.",
  ],
] as const;

export function HowItWorks() {
  return (
    <HomeSection title="How it works" text="Four steps. The first two cost nothing and take a few minutes.">
      <ol className="grid gap-x-8 md:grid-cols-4">
        {STEPS.map(([name, text], index) => (
          <li
            key={name}
            className="relative pb-8 pl-16 before:absolute before:top-11 before:bottom-0 before:left-[1.34rem] before:border-l-2 before:border-dashed before:border-edge last:pb-0 last:before:hidden md:pb-0 md:pl-0 md:before:top-[1.34rem] md:before:right-[-2rem] md:before:bottom-auto md:before:left-11 md:before:border-t-2 md:before:border-l-0"
          >
            <span
              aria-hidden="true"
              className="tabular absolute top-0 left-0 grid size-11 place-items-center rounded-full border-2 border-press bg-paper font-heading text-lg font-semibold text-press md:relative"
            >
              {index + 1}
            </span>
            <h3 className="pt-2 text-xl md:pt-5">{name}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </HomeSection>
  );
}
