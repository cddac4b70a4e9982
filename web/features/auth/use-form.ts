import { type FormEvent, useState, useSyncExternalStore } from "react";
import { showToast } from "../../ui/show-toast.ts";
import { type Fallback, type Problem, toProblem } from "./problem.ts";

interface FormParts extends Fallback {
  /** Sends what was typed; what it throws is shown. */
  send(fields: FormData): Promise<void>;
  onProblem?(problem: Problem): void;
}

/**
 * A form whose fields the browser keeps: what was typed before React woke up, or filled in by a password manager,
 * is in it, and no failure can lose it.
 */
export function useForm({ send, onProblem, ...fallback }: FormParts) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const untilReady = useUntilReady();

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    setIsBusy(true);
    setProblem(null);
    try {
      await send(new FormData(form));
    } catch (error) {
      const found = toProblem(error, fallback);
      setProblem(found);
      showToast("error", found.text, "form");
      const field = found.field && form.elements.namedItem(found.field);
      if (field instanceof HTMLInputElement) field.focus();
      onProblem?.(found);
    } finally {
      setIsBusy(false);
    }
  };

  const errorAt = (field: Problem["field"]) => (problem?.field === field ? problem?.text : undefined);
  return { isBusy, untilReady, problem, errorAt, onSubmit };
}

/**
 * For the button: until React is awake the browser itself would send the form, and lose it. It looks as it will,
 * so that nothing flickers.
 */
function useUntilReady() {
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
