import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";

interface Props {
  readonly text: string;
  /** The text for screen readers; it begins with the text. */
  readonly name: string;
  /** Rendered, and so fetched, only while it is open. */
  readonly children: ReactNode;
}

export function Expandable({ text, name, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="grid gap-1">
      <Button
        size="small"
        variant="quiet"
        className="-ml-3 justify-self-start"
        aria-expanded={isOpen}
        aria-label={name}
        onClick={() => setIsOpen(!isOpen)}
      >
        {text}
      </Button>
      {isOpen && children}
    </div>
  );
}
