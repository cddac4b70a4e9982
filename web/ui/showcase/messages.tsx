import { Button } from "../button.tsx";
import { Card } from "../card.tsx";
import { EmptyState } from "../empty-state.tsx";
import { LoadFailed } from "../load-failed.tsx";
import { Notice } from "../notice.tsx";
import { Skeleton } from "../skeleton.tsx";
import { Spinner } from "../spinner.tsx";
import { toast } from "../toast.ts";
import { Row, ShowcaseSection } from "./showcase-section.tsx";

export function Messages() {
  return (
    <ShowcaseSection title="Messages">
      <Notice kind="info" title="Only you can open your documents">
        Please do not share links to them.
      </Notice>
      <Notice kind="good">Registration successful! Please check your email for verification.</Notice>
      <Notice kind="warning">
        You have reached the maximum of 3 slots for this day. You can either delete a slot or try again on
        another day.
      </Notice>
      <Notice
        kind="danger"
        title="This slot is already booked."
        action={<Button size="small">11:30 AM</Button>}
      >
        The nearest free ones are below.
      </Notice>
      <LoadFailed onRetry={() => toast.info("Retried")} />
      <Row label="toasts">
        <Button variant="secondary" onClick={() => toast.success("Slot booked!")}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast.error("Failed to book slot.")}>
          Error
        </Button>
        <Button variant="secondary" onClick={() => toast.info("Please log in to continue.")}>
          Info
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast.error("The next page could not be loaded.", {
              stays: true,
              action: { label: "Try again", onPress: () => {} },
            })
          }
        >
          With a button
        </Button>
      </Row>
      <div className="grid gap-4 sm:grid-cols-2">
        <Card>A card for related content.</Card>
        <Card highlighted>The most important card.</Card>
        <Card>
          <EmptyState
            picture={<ExamplePicture />}
            title="No slots booked yet."
            text="Choose a day and a free time; a mentor calls you then."
            action={<Button>Book a Slot</Button>}
          />
        </Card>
        <Card className="grid content-start gap-3">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-2/3" />
          <Spinner label="Loading" />
        </Card>
      </div>
    </ShowcaseSection>
  );
}

function ExamplePicture() {
  return (
    <svg aria-hidden="true" width="120" height="72" viewBox="0 0 120 72" fill="none" stroke="currentColor">
      <path d="M4 60c18-30 30-34 44-14 12-26 30-34 68 14M30 68c20-8 40-2 60-10" strokeWidth="2" />
    </svg>
  );
}
