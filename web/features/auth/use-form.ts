import { type FormEvent, useState, useSyncExternalStore } from "react";
import { toast } from "../../ui/toast.ts";
import { type FallbackTexts, type Problem, toProblem } from "./problem.ts";

interface FormOptions extends FallbackTexts {
  /** An error that it throws is shown to the user. */
  send(fields: FormData): Promise<void>;
  onProblem?(problem: Problem): void;
}

/**
 * Submits a form with uncontrolled fields. They keep their text after a failure, and include text that was typed before
 * React was ready or filled in by a password manager.
 */
export function useForm({ send, onProblem, ...fallback }: FormOptions) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const disabledUntilReady = useDisabledUntilReady();

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    setIsBusy(true);
    setProblem(null);
    try {
      await send(new FormData(form));
    } catch (error) {
      const newProblem = toProblem(error, fallback);
      setProblem(newProblem);
      toast.error(newProblem.text, { id: "form" });
      const field = newProblem.field && form.elements.namedItem(newProblem.field);
      if (field instanceof HTMLInputElement) field.focus();
      onProblem?.(newProblem);
    } finally {
      setIsBusy(false);
    }
  };

  const errorAt = (field: Problem["field"]) => (problem?.field === field ? problem?.text : undefined);
  return { isBusy, disabledUntilReady, problem, errorAt, onSubmit };
}

/**
 * Props that disable the button until React is ready: before that, the browser would submit the form itself and lose
 * the text. The button looks enabled, to avoid a flicker.
 */
function useDisabledUntilReady() {
  const isReady = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return isReady ? {} : { disabled: true, style: { opacity: 1 } };
}

export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
}
