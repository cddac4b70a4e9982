import { type ReactNode, useEffect, useRef } from "react";
import { Notice } from "../../ui/notice.tsx";
import type { Problem } from "./problem.ts";

/** Shows an error of the whole form; an error of one field is shown beside that field. */
export function FormProblem({ problem, action }: { problem: Problem | null; action?: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  // On a small phone it may appear below the edge of the screen.
  useEffect(() => {
    if (problem) container.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  if (!problem || problem.field) return null;
  return (
    <div ref={container} className="scroll-my-20">
      <Notice kind="danger" action={action}>
        {problem.text}
      </Notice>
    </div>
  );
}
