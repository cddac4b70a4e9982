import { expect, test } from "vitest";
import { maskEmail, type Notice, noticeContent } from "./notice-texts.ts";

test.each([
  ["asha@example.org", "a•••@example.org"],
  ["a@b.in", "a•••@b.in"],
  ["\u{1f600}x@example.org", "\u{1f600}•••@example.org"],
])("%s is shown as %s", (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test("the old address does not learn the new one", () => {
  const content = noticeContent(
    { kind: "address replaced", newEmail: "hidden.name@example.org" },
    "https://maarga.in/x",
  );
  expect(content.bodyText).toContain("h•••@example.org");
  expect(JSON.stringify(content)).not.toContain("hidden.name");
});

const NOTICES: readonly Notice[] = [
  { kind: "password changed", hasPasskeys: false },
  { kind: "address replaced", newEmail: "asha@example.org" },
  { kind: "address now in use" },
  { kind: "new device", device: "Chrome on Android" },
  { kind: "two-step changed", change: "turned on" },
  { kind: "two-step changed", change: "app added" },
  { kind: "two-step changed", change: "app removed" },
  { kind: "two-step changed", change: "turned off" },
  { kind: "two-step changed", change: "recovery codes created" },
  { kind: "two-step changed", change: "recovery codes removed" },
  { kind: "two-step changed", change: "recovery code used" },
  { kind: "two-step changed", change: "passkey added" },
  { kind: "two-step changed", change: "passkey removed" },
  { kind: "two-step changed", change: "removed by the operator" },
  { kind: "admin rights given" },
];

test.each(NOTICES)("$kind $change has its own subject and the button", (notice) => {
  const { subject, button } = noticeContent(notice, "https://maarga.in/x");
  expect(button).toEqual({ label: "This was not me", url: "https://maarga.in/x" });
  const others = NOTICES.filter((other) => other !== notice);
  expect(others.map((other) => noticeContent(other, "https://maarga.in/x").subject)).not.toContain(subject);
});
