import { formatTime } from "../../../../domain/kolkata-time.ts";
import { refusalText } from "../../../backend/refusal-text.ts";
import { SendAgainButton } from "../../../layout/send-again-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageSkeleton } from "../../../ui/page-skeleton.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { findProblems } from "./health.ts";
import { findSections } from "./sections.ts";
import {
  type SectionName,
  type Today,
  useMarkDocumentsViewed,
  useSendPaymentMailAgain,
  useToday,
  type WaitingItem,
} from "./today.ts";
import { WaitingSection } from "./waiting-section.tsx";

export const meta = () => [{ title: "Today · Maarga" }];

const TITLE = { title: "Today", text: "What waits, the oldest first." };

export const handle = { skeleton: <PageSkeleton {...TITLE} />, isWide: true };

const Figures = lazyPart(async () => (await import("./figures.tsx")).Figures, {
  fallback: <Skeleton className="h-60" />,
});

export default function TodayPage() {
  const today = useToday();
  return (
    <div>
      <PageTitle {...TITLE} />
      <div className="grid gap-6">
        {today.error && !today.data && (
          <LoadFailed text="Today could not be loaded." onRetry={today.refetch} busy={today.isFetching} />
        )}
        {today.isPending && <Skeleton className="h-96" />}
        {today.data && <Waiting today={today.data} isOutdated={today.isError} />}
        <Figures />
      </div>
    </div>
  );
}

function Waiting({ today, isOutdated }: { today: Today; isOutdated: boolean }) {
  const at = new Date(today.at);
  const problems = findProblems(today.health, at);
  const sections = findSections(at);
  const waiting = sections.filter(({ name }) => today[name].count > 0);
  const done = sections.filter(({ name }) => today[name].count === 0);
  return (
    <>
      <p className="tabular text-muted text-sm">
        As of {formatTime(at)}.{isOutdated && " The page could not be updated, and tries again."}
      </p>
      {problems.length > 0 && (
        <Notice kind="warning">
          <ul className="grid gap-1">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="grid items-start gap-4 empty:hidden md:grid-cols-2 xl:grid-cols-3">
        {waiting.map((section) => (
          <WaitingSection key={section.name} {...section} waiting={today[section.name]}>
            {(item) => <Item name={section.name} item={item} />}
          </WaitingSection>
        ))}
      </div>
      {done.length > 0 && (
        <p className="text-muted">Nothing waits: {done.map(({ title }) => title).join(", ")}.</p>
      )}
    </>
  );
}

function Item({ name, item }: { name: SectionName; item: WaitingItem }) {
  if (name === "documents") return <MarkViewed item={item} />;
  if (name === "unconfirmed") return <SendAgainButton id={item.id} email={item.name ?? ""} />;
  if (name === "doubtful") return <SendPaymentMailAgain item={item} />;
  return null;
}

function MarkViewed({ item }: { item: WaitingItem }) {
  const marking = useMarkDocumentsViewed();
  return (
    <Button
      size="small"
      variant="secondary"
      busy={marking.isPending}
      aria-label={`Mark the documents of ${item.name} as viewed`}
      onClick={() =>
        marking.mutate(item.id, { onError: () => toast.error("This could not be saved. Please try again.") })
      }
    >
      Mark as viewed
    </Button>
  );
}

function SendPaymentMailAgain({ item }: { item: WaitingItem }) {
  const sendAgain = useSendPaymentMailAgain();
  return (
    <Button
      size="small"
      variant="secondary"
      disabled={sendAgain.isSuccess}
      busy={sendAgain.isPending}
      aria-label={`Send the mail to ${item.name} again: ${item.text}`}
      onClick={() =>
        sendAgain.mutate(item, {
          onSuccess: () => toast.success("The mail is on its way."),
          onError: (error) => toast.error(refusalText(error, "The mail was not sent. Please try again.")),
        })
      }
    >
      {sendAgain.isSuccess ? "Sent" : "Send again"}
    </Button>
  );
}
