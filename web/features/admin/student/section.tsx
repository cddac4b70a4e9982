import type { ReactNode } from "react";
import { Card } from "../../../ui/card.tsx";

interface SectionProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, action, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <Card className="grid content-start gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">{title}</h2>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-muted">{children}</p>;
}
