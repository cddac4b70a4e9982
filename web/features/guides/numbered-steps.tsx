import type { ReactNode } from "react";

/** Numbered steps along a winding path, from the form to the seat. */
export function NumberedSteps({ children }: { children: ReactNode }) {
  return <ol className="guide-steps">{children}</ol>;
}

export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="text-lg">{title}</h3>
      {children}
    </li>
  );
}
