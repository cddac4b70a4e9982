import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useMentors } from "./mentors.ts";
import { ANYONE, parseWanted } from "./wanted.ts";

const WantedList = lazyPart(async () => (await import("./wanted-list.tsx")).WantedList, {
  fallback: <Skeleton className="h-60" />,
});

interface Props {
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
}

/** Says with whom the shown times are. The mentors and their photographs are loaded when they are opened. */
export function WantedChoice({ wanted, onWanted }: Props) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const name = useNameOf(wanted);
  const text = isOpen ? "Done" : "Change";
  return (
    <div className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="wrap-anywhere min-w-0 leading-snug">
          With <strong className="font-semibold">{name}</strong>
        </p>
        <Button
          variant="secondary"
          size="small"
          className="shrink-0"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={`${text}: who you talk to`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <WantedList {...{ wanted, onWanted }} />}
      </div>
    </div>
  );
}

function useNameOf(wanted: string): string {
  const { mentor, language } = parseWanted(wanted);
  const mentors = useMentors(mentor !== undefined);
  if (wanted === ANYONE) return "anyone who is free";
  if (language) return `anyone who speaks ${language}`;
  if (!mentors.data) return "the mentor whom you chose";
  return mentors.data.find(({ id }) => id === mentor)?.name ?? "a mentor who takes no bookings now";
}
