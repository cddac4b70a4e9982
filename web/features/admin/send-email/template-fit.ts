import { recipientsOf } from "./audience-query.ts";
import type { Draft } from "./draft.ts";
import { TEMPLATES } from "./templates.ts";

/** Returns a warning if the chosen template is for an exam, and the audience is not limited to it. */
export function findTemplateWarning(draft: Draft): string | undefined {
  const exam = TEMPLATES.find(({ label }) => label === draft.template)?.exam;
  if (!exam) return undefined;
  const chosen = recipientsOf(draft);
  const audience = (chosen.audience ?? chosen) as {
    level?: string | null;
    exam?: string | null;
    student?: string;
  };
  // An admin who chooses one student knows them.
  if (audience.student !== undefined || exam === `${audience.level} ${audience.exam}`.toUpperCase())
    return undefined;
  return `The template “${draft.template}” is for ${exam}, and the chosen audience is not only that. Send it anyway?`;
}
