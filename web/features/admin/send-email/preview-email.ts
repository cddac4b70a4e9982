import { useQuery } from "@tanstack/react-query";
import { callFunction } from "../../../backend/call-function.ts";

/** The page that the mail will be, made by what will send it. */
export function usePreview(subject: string, body: string) {
  return useQuery({
    queryKey: ["preview-email", subject, body],
    queryFn: () => callFunction<{ html: string }>("preview-email", { subject, body }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}
