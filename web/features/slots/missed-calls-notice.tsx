import { describeMissedCalls, type MissedCalls } from "../../../domain/missed-calls.ts";
import { Notice } from "../../ui/notice.tsx";

/** Says before the second missed call what it would mean, and after it which days can be booked. */
export function MissedCallsNotice({ missed }: { missed: MissedCalls }) {
  const described = describeMissedCalls(missed);
  if (!described) return null;
  return (
    <Notice kind="warning" title={described.title}>
      {described.text}
    </Notice>
  );
}
