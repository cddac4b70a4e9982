import { type ReactNode, useId } from "react";
import { Card } from "../../ui/card.tsx";

interface AccountSectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** A topic of the account page. */
export function AccountSection({ title, text, children }: AccountSectionProps) {
  const id = useId();
  return (
    <Card>
      <section aria-labelledby={id} className="grid justify-items-start gap-4">
        <div>
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {text && <p className="mt-1 text-muted">{text}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}
