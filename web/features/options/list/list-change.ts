import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { useUser } from "../../../queries/user.ts";
import { refreshStoredList } from "./stored-list.ts";

interface Request {
  setHeader(name: string, value: string): PromiseLike<{ error: Error | null }>;
}

/**
 * A change of what belongs to a list besides its order, such as a version. It is sent by a press. After a lost answer, the
 * same change has the same Idempotency-Key, so that it takes effect once.
 */
export function useListChange<Input>(exam: ExamCode, send: (input: Input) => Request) {
  const { id } = useUser();
  const client = useQueryClient();
  const attempt = useRef<{ input: string; key: string }>(undefined);
  return useMutation({
    mutationFn: async (input: Input) => {
      const text = JSON.stringify(input);
      if (attempt.current?.input !== text) attempt.current = { input: text, key: crypto.randomUUID() };
      const { error } = await send(input).setHeader("Idempotency-Key", attempt.current.key);
      if (error) throw error;
      attempt.current = undefined;
    },
    onSettled: () => refreshStoredList(client, id, exam),
  });
}
