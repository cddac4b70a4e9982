import type { ReactNode } from "react";

/** The winding way from the form to the seat: numbered steps along a path. */
export function Way({ children }: { children: ReactNode }) {
  return <ol className="guide-way">{children}</ol>;
}

export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="text-lg">{title}</h3>
      {children}
    </li>
  );
}
