import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "../../ui/notice.tsx";
import type { Problem } from "./problem.ts";

/** What went wrong with the form as a whole; what belongs to a field stands beside that. */
export function FormProblem({ problem, action }: { problem: Problem | null; action?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  // On a small phone it may come up below the screen's edge.
  useEffect(() => {
    if (problem) place.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  if (!problem || problem.field) return null;
  return (
    <div ref={place} className="scroll-my-20">
      <Notice kind="danger" action={action}>
        {problem.text}
      </Notice>
    </div>
  );
}
