import { useQuery } from "@tanstack/react-query";
import { callFunction } from "../../../backend/call-function.ts";

/** Fetches the mail as HTML, rendered by the same code that sends it. */
export function usePreview(subject: string, body: string, student: string | undefined, enabled: boolean) {
  return useQuery({
    queryKey: ["preview-email", subject, body, student],
    enabled,
    queryFn: () =>
      callFunction<{ subject: string; html: string }>("preview-email", {
        subject,
        body,
        ...(student && { student }),
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}
