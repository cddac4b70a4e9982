import { describeCall } from "../../../domain/calls.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { useCallOfSlot } from "./call-of-slot.ts";

/** Says who calls whom, with a link to a video call. */
export function CallLine({ slot }: { slot: OwnSlot }) {
  const call = useCallOfSlot(slot);
  const videoUrl = call?.videoUrl;
  return (
    <span className="wrap-anywhere block">
      {describeCall(videoUrl ? { mentor: call.mentor, isVideo: true } : call)}
      {videoUrl && (
        <a
          href={videoUrl}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 w-fit items-center underline underline-offset-4"
        >
          Open the video call
        </a>
      )}
    </span>
  );
}
