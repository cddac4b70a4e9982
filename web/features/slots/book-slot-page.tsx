import { useRef, useState } from "react";
import { Link, type MetaFunction } from "react-router";
import { lastBookableDay, requestedSlot } from "../../../domain/booking.ts";
import { dayOf, timeOf } from "../../../domain/kolkata-time.ts";
import { isPlanActive, shortPlanLabel } from "../../../domain/plans.ts";
import { type OwnSlot, slotMinutes } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
import { settings } from "../../backend/settings.ts";
import { useIsPhone } from "../../layout/phone.ts";
import { PlanRequiredDialog } from "../../layout/plan-required-dialog.tsx";
import { type CurrentPlan, useCurrentPlan } from "../../queries/current-plan.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { AvailableSlots } from "./available-slots.tsx";
import { useBookSlot } from "./book-slot.ts";
import { BookingForm } from "./booking-form.tsx";
import { useDayOfSlots } from "./day-of-slots.ts";
import { EditSlotDialog } from "./edit-slot-dialog.tsx";
import { SlotHistory } from "./slot-history.tsx";
import { useNow } from "./use-now.ts";
import { useSlotChoice } from "./use-slot-choice.ts";
import { useTabToBook } from "./use-tab-to-book.ts";

export const meta: MetaFunction = () => [{ title: "Book a slot · Maarga" }];

export const handle = { skeleton: <SlotsSkeleton /> };

export default function BookSlotPage() {
  const now = useNow();
  const { data, isPending, isFetching, refetch } = useCurrentPlan();
  if (isPending) return <SlotsSkeleton />;
  if (data === undefined) {
    return (
      <>
        <PageTitle title="Book a Slot" />
        <LoadFailed text="Your plan could not be loaded." onRetry={refetch} busy={isFetching} />
      </>
    );
  }
  const isActive = data !== null && isPlanActive({ active: true, expiresAt: data.expiresAt }, now);
  return <BookSlot now={now} plan={isActive ? data : undefined} />;
}

function BookSlot({ now, plan }: { now: Date; plan: CurrentPlan | undefined }) {
  const [tab, setTab] = useState("book");
  const [needsPlan, setNeedsPlan] = useState(false);
  const [edited, setEdited] = useState<OwnSlot>();
  const isPhone = useIsPhone();
  const slots = useRef<HTMLElement>(null);
  const { bookRef, rememberChoice, tabToBook } = useTabToBook();
  const today = dayOf(now);
  const choice = useSlotChoice("booking", { day: "", time: "" }, today);
  const { day, time, choose } = choice;
  const limits = settings().bookings;
  const lastDay = lastBookableDay(now, limits);
  const view = useDayOfSlots({ day, plan: plan?.name, now });
  const booking = useBookSlot();

  const changeForm: typeof choose = (change) => {
    if (!booking.isPending) booking.reset();
    choose(change);
  };
  const book = (requestedTime: string) => {
    if (!plan) return setNeedsPlan(true);
    if (booking.isPending) return;
    const request = {
      plan: plan.name,
      day,
      time: requestedTime,
      busy: view.busy,
      own: view.own,
      now: new Date(),
      limits,
      ...choice.send(requestedTime),
    };
    booking.mutate(request, {
      onSuccess: () => {
        toast.success("Slot booked!");
        choice.restart((current) => (current.time === requestedTime ? { ...current, time: "" } : current));
      },
      onError: (error) => !isLost(error) && choice.refuse(),
    });
  };
  const showSlots = () => {
    if (!isPhone) return;
    // Before the next render, the page may be too short to scroll that far.
    requestAnimationFrame(() => slots.current?.scrollIntoView());
  };
  const edit = (slot: OwnSlot) => (plan ? setEdited(slot) : setNeedsPlan(true));

  return (
    <div className="max-md:pb-24">
      <PageTitle
        title={`Book a ${slotMinutes(plan?.name)} Minute Slot`}
        text={plan ? shortPlanLabel(plan) : "No active plan"}
      />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card>
          <Tabs value={tab} onValueChange={setTab}>
            <TabsList className="mb-5">
              <Tab value="book">Book a Slot</Tab>
              <Tab value="history">Slot History</Tab>
            </TabsList>
            <TabPanel value="book">
              {!plan && <BuyPlan />}
              <BookingForm
                {...{ view, today, lastDay, limits, choice, booking }}
                plan={plan?.name}
                onDay={(chosen) => changeForm({ day: chosen })}
                onTapDay={showSlots}
                onTime={(chosen) => changeForm({ time: chosen })}
                onBook={book}
                bookRef={bookRef}
              />
            </TabPanel>
            <TabPanel value="history">
              <SlotHistory now={now} onEdit={edit} />
            </TabPanel>
          </Tabs>
        </Card>
        <AvailableSlots
          {...{ view, today, lastDay }}
          ref={slots}
          className={tab === "book" ? undefined : "max-lg:hidden"}
          onKeyDown={tabToBook}
          chosen={requestedSlot(day, time, plan?.name)?.start}
          onDay={(chosen) => changeForm({ day: chosen })}
          onChoose={(slot) => {
            if (!plan) return setNeedsPlan(true);
            rememberChoice();
            changeForm({ time: timeOf(slot.start) });
            setTab("book");
          }}
        />
      </div>
      {needsPlan && (
        <PlanRequiredDialog open onOpenChange={setNeedsPlan} text="Please purchase a plan to book slots." />
      )}
      {edited && (
        <EditSlotDialog
          key={edited.id}
          {...{ now }}
          slot={edited}
          plan={plan?.name}
          open
          onOpenChange={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}

function BuyPlan() {
  return (
    <Notice
      kind="warning"
      className="mb-5"
      title="Please purchase a plan to book slots."
      action={
        <Button asChild>
          <Link to="/pricing">Buy Plan</Link>
        </Button>
      }
    />
  );
}

function SlotsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <Skeleton className="mb-2 h-9 w-72 max-w-full" />
      <Skeleton className="mb-6 h-5 w-40" />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Skeleton className="h-[26rem]" />
        <Skeleton className="h-60" />
      </div>
    </div>
  );
}
