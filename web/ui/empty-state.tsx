import type { ReactNode } from "react";

type Props = { picture?: ReactNode; title: ReactNode; text?: ReactNode; action?: ReactNode };

/** Shown in place of an empty list, with what to do about it. */
export function EmptyState({ picture, title, text, action }: Props) {
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      {picture && (
        <div aria-hidden className="mb-2 text-press [&_svg]:max-w-full">
          {picture}
        </div>
      )}
      <p className="font-heading text-lg font-semibold text-balance">{title}</p>
      {text && <p className="max-w-prose text-balance text-muted">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
