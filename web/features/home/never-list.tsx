import { X } from "lucide-react";
import { HomeSection } from "./home-section.tsx";

const NEVER = [
  [
    "Promise a seat",
    "Seats go by rank, category and the options that you give. Anyone who sells you a guaranteed seat is not telling the truth.",
  ],
  [
    "Ask for your KEA password, secret key or an OTP",
    "You fill in the official forms yourself. We sit beside you, never in your place.",
  ],
  ["Decide for you", "We say what we would weigh, and why. The order of your options stays yours."],
  [
    "Share your documents",
    "Only you and our counsellors can open what you upload. Nothing of yours is sold or passed on.",
  ],
] as const;

export function NeverList() {
  return (
    <HomeSection
      title="What we never do"
      text="For parents who want to know whom they are dealing with. Hold us to it."
    >
      <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
        {NEVER.map(([name, text]) => (
          <li key={name} className="flex gap-4">
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-danger-wash text-danger">
              <X aria-hidden="true" className="size-5" />
            </span>
            <div>
              <h3 className="pt-1 text-lg">{name}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
