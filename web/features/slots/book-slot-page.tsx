import { type ReactNode, useRef, useState } from "react";
import { Link, type MetaFunction } from "react-router";
import { lastBookableDay, limitsAfterMissed, requestedSlot } from "../../../domain/booking.ts";
import { dayOf, timeOf } from "../../../domain/kolkata-time.ts";
import { isPlanActive, planLabel } from "../../../domain/plans.ts";
import { type OwnSlot, slotMinutes } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
import { settings } from "../../backend/settings.ts";
import { AsOf } from "../../layout/kept/as-of.tsx";
import { useKeptAnswer } from "../../layout/kept/use-kept-answer.ts";
import { useIsPhone } from "../../layout/phone.ts";
import { PlanRequiredDialog } from "../../layout/plan-required-dialog.tsx";
import { useBookingTerms } from "../../queries/booking-terms.ts";
import { type CurrentPlan, useCurrentPlan } from "../../queries/current-plan.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tab, TabPanel, Tabs, TabsList } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.ts";
import { useNow } from "../../ui/use-now.ts";
import { AvailableSlots } from "./available-slots.tsx";
import { useBookSlot } from "./book-slot.ts";
import { BookingForm } from "./booking-form.tsx";
import { useDayOfSlots } from "./day-of-slots.ts";
import { EditSlotDialog } from "./edit-slot-dialog.tsx";
import { KeptSlots } from "./kept-slots.tsx";
import { ownSlotsRequest, upcomingTimes, useOwnSlots } from "./own-slots.ts";
import { SlotHistory } from "./slot-history.tsx";
import { useLiveSlots } from "./use-live-slots.ts";
import { NO_CHOICE, useSlotChoice } from "./use-slot-choice.ts";
import { useTabToBook } from "./use-tab-to-book.ts";
import { OfferedTimes } from "./waiting/offered-times.tsx";
import { waitingDaysRequest } from "./waiting/waiting-days.ts";
import { WaitingList } from "./waiting/waiting-list.tsx";
import { ANYONE } from "./wanted/wanted.ts";
import { WantedChoice } from "./wanted/wanted-choice.tsx";

export const meta: MetaFunction = () => [{ title: "Book a slot · Maarga" }];

export const handle = { skeleton: <SlotsSkeleton />, earlyRequests: [ownSlotsRequest, waitingDaysRequest] };

export default function BookSlotPage() {
  const now = useNow();
  const plan = useCurrentPlan();
  const own = useOwnSlots();
  const { data } = useKeptAnswer("plan", plan);
  const slots = useKeptAnswer("slots", own, upcomingTimes);
  const isFetching = plan.isFetching || own.isFetching;
  const retry = () => {
    void plan.refetch();
    void own.refetch();
  };
  const kept = slots.data && slots.asOf !== undefined && (
    <KeptSlots
      {...{ now }}
      slots={slots.data}
      notice={
        <AsOf asOf={slots.asOf} busy={isFetching} onRetry={retry}>
          Booking, moving or deleting a slot needs a connection.
        </AsOf>
      }
    />
  );
  if (data === undefined) {
    // While a failed request is repeated, its report stays.
    if (plan.errorUpdateCount === 0 && plan.isPending && !kept) return <SlotsSkeleton />;
    return (
      <>
        <PageTitle title="Book a Slot" />
        {kept || <LoadFailed text="Your plan could not be loaded." onRetry={retry} busy={isFetching} />}
      </>
    );
  }
  const isActive = data !== null && isPlanActive({ active: true, expiresAt: data.expiresAt }, now);
  return <BookSlot now={now} plan={isActive ? data : undefined} kept={kept} />;
}

interface BookSlotProps {
  readonly now: Date;
  readonly plan: CurrentPlan | undefined;
  /** The slots on this device, while the server cannot be reached. */
  readonly kept: ReactNode;
}

function BookSlot({ now, plan, kept }: BookSlotProps) {
  const [tab, setTab] = useState("book");
  const [needsPlan, setNeedsPlan] = useState(false);
  const [edited, setEdited] = useState<OwnSlot>();
  const isPhone = useIsPhone();
  const topicField = useRef<HTMLDivElement>(null);
  const slots = useRef<HTMLElement>(null);
  const { bookRef, rememberChoice, tabToBook } = useTabToBook();
  const today = dayOf(now);
  const choice = useSlotChoice("booking", NO_CHOICE, today);
  const { day, time, topic, wanted, choose } = choice;
  const terms = useBookingTerms();
  const limits = limitsAfterMissed(settings().bookings, terms?.missed);
  const lastDay = lastBookableDay(now, limits);
  const view = useDayOfSlots({ day, plan: plan?.name, now, limits, wanted });
  useLiveSlots(view.status === "shown");
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
      topic,
      wanted,
      ...choice.send(requestedTime),
    };
    booking.mutate(request, {
      onSuccess: () => {
        toast.success("Slot booked!");
        choice.restart((current) =>
          current.time === requestedTime ? { ...current, time: "", topic: "" } : current,
        );
      },
      onError: (error) => !isLost(error) && choice.refuse(),
    });
  };
  const showSlots = () => {
    if (!isPhone) return;
    // Before the next render, the page may be too short to scroll that far. The topic is just above the slots.
    requestAnimationFrame(() => (topicField.current ?? slots.current)?.scrollIntoView());
  };
  const edit = (slot: OwnSlot) => (plan ? setEdited(slot) : setNeedsPlan(true));

  return (
    <div className="max-md:pb-24">
      <PageTitle
        title={`Book a ${slotMinutes(plan?.name)} Minute Slot`}
        text={plan ? planLabel(plan) : "No active plan"}
      />
      {kept}
      {plan && <OfferedTimes plan={plan.name} now={now} />}
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
                missed={plan && terms?.missed}
                onDay={(chosen) => changeForm({ day: chosen })}
                onTapDay={showSlots}
                onTime={(chosen) => changeForm({ time: chosen })}
                onTopic={(typed) => changeForm({ topic: typed })}
                onBook={book}
                bookRef={bookRef}
                topicRef={topicField}
              />
            </TabPanel>
            <TabPanel value="history">
              <SlotHistory now={now} onEdit={edit} />
            </TabPanel>
          </Tabs>
        </Card>
        <AvailableSlots
          {...{ view, today, lastDay }}
          notice={plan && <WaitingList key={day} view={view} canJoin={wanted === ANYONE} />}
          ref={slots}
          className={tab === "book" ? undefined : "max-lg:hidden"}
          onKeyDown={tabToBook}
          wanted={
            plan &&
            (terms?.hasChoice || wanted !== ANYONE) && (
              <WantedChoice wanted={wanted} onWanted={(chosen) => changeForm({ wanted: chosen })} />
            )
          }
          chosen={requestedSlot(day, time, plan?.name)?.start}
          onDay={(chosen) => changeForm({ day: chosen })}
          onPress={rememberChoice}
          onChoose={(slot) => {
            if (!plan) return setNeedsPlan(true);
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
