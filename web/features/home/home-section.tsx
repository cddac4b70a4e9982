import type { ReactNode } from "react";
import { cn } from "../../ui/class-names.ts";

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  /** With a coloured background, to separate it from its neighbours. */
  readonly banded?: boolean;
  readonly children: ReactNode;
}

export function HomeSection({ title, text, banded = false, children }: SectionProps) {
  return (
    <section className={cn(banded && "border-y bg-wash")}>
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-20">
        <h2 className="text-[1.75rem] sm:text-4xl">{title}</h2>
        {text && <p className="mt-3 max-w-prose text-lg text-muted">{text}</p>}
        <div className="mt-8 md:mt-10">{children}</div>
      </div>
    </section>
  );
}
