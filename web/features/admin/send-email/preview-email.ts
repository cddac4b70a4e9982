import { useQuery } from "@tanstack/react-query";
import { callFunction } from "../../../backend/call-function.ts";

/** Fetches the mail as HTML, rendered by the same code that sends it. */
export function usePreview(subject: string, body: string) {
  return useQuery({
    queryKey: ["preview-email", subject, body],
    queryFn: () => callFunction<{ html: string }>("preview-email", { subject, body }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}
