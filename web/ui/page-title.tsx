import type { ReactNode } from "react";

type Props = { title: ReactNode; text?: ReactNode; action?: ReactNode };

export function PageTitle({ title, text, action }: Props) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-2xl wrap-anywhere sm:text-3xl">{title}</h1>
        {text && <p className="mt-1.5 max-w-prose text-muted">{text}</p>}
      </div>
      {action && <div className="flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}
