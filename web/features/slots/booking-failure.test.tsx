import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BookingFailure } from "./booking-failure.tsx";

const start = new Date("2027-03-01T05:00:00Z");
const LOST = { code: "", message: "Failed to fetch" } as unknown as Error;

const render = (own: readonly Date[]) =>
  renderToStaticMarkup(
    <BookingFailure
      error={LOST}
      fallback="Failed to book slot."
      request={{ day: "2027-03-01", time: "10:30", plan: "Basic" } as never}
      requestedAt={0}
      view={{ day: "2027-03-01", own: own.map((start) => ({ start })) } as never}
      verb="Book"
      onPick={() => undefined}
      onRetry={() => undefined}
    />,
  );

test("a lost booking is shown as not sent until the student's slots have it", () => {
  expect(render([])).toContain("Not sent. It will be kept here.");
  expect(render([new Date("2027-03-01T06:00:00Z")])).toContain("Not sent.");
  expect(render([start])).toContain("Slot booked!");
  expect(render([start])).not.toContain("Try again");
});
