import { useState } from "react";
import { formatDay, formatTime } from "../../../../domain/kolkata-time.ts";
import { useMentorAccess } from "../../../queries/mentor-access.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { AccountSection } from "../account-section.tsx";
import { useChangeFeed, useFeed } from "./feed.ts";

export function CalendarFeed() {
  return (
    <AccountSection
      title="Your slots in your calendar"
      text="A secret address for your calendar app. The app then shows your slots, and follows when they move. A new password ends it."
    >
      <Content />
    </AccountSection>
  );
}

const QUESTIONS = {
  renew: {
    title: "Make a new address?",
    text: "The address that you have stops working at once. Calendars that use it need the new one.",
    confirm: "Make a new address",
  },
  "turn off": {
    title: "Turn the address off?",
    text: "Calendars that use it no longer show your slots. You can make a new address at any time.",
    confirm: "Turn off",
  },
} as const;

const CALLS = "As you are a mentor, it also shows the calls that you hold, with the names of the students.";

function Content() {
  const feed = useFeed();
  const change = useChangeFeed();
  const isMentor = useMentorAccess().data?.is_mentor === true;
  const [question, setQuestion] = useState<keyof typeof QUESTIONS>();
  const run = (kind: keyof typeof QUESTIONS) =>
    change.mutate(kind, {
      onError: () => toast.error("That did not work. Please check the connection and try again."),
      onSettled: () => setQuestion(undefined),
    });
  if (feed.isError) return <LoadFailed onRetry={feed.refetch} busy={feed.isFetching} />;
  if (feed.data === undefined) return <Skeleton className="h-11 w-48" />;
  if (feed.data === null)
    return (
      <>
        {isMentor && <p>{CALLS}</p>}
        <Button variant="secondary" busy={change.isPending} onClick={() => run("renew")}>
          Make an address
        </Button>
      </>
    );
  return (
    <>
      <div role="status" className="w-full">
        {change.data ? (
          <>
            <dl>
              <CopyRow name="Address" value={change.data} />
            </dl>
            <p className="mt-2 text-muted text-sm">
              In your calendar app, add a calendar “from URL” and paste the address. It is shown only now.
              Whoever has it sees when you have slots
              {feed.data.hasCalls && " and the names of the students whom you call"}, so share it with nobody.
            </p>
          </>
        ) : (
          <p>
            You made an address on {formatDay(feed.data.createdAt)}, {formatTime(feed.data.createdAt)}. It is
            not shown again.
          </p>
        )}
        {isMentor && !feed.data.hasCalls && (
          <p className="mt-2">This address does not show the calls that you hold. A new one does.</p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setQuestion("renew")}>
          Make a new address
        </Button>
        <Button variant="secondary" onClick={() => setQuestion("turn off")}>
          Turn off
        </Button>
      </div>
      {question && (
        <ConfirmDialog
          open
          onOpenChange={() => setQuestion(undefined)}
          {...QUESTIONS[question]}
          danger={question === "turn off"}
          busy={change.isPending}
          onConfirm={() => run(question)}
        />
      )}
    </>
  );
}
