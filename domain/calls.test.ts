import { expect, test } from "vitest";
import { describeCall } from "./calls.ts";

test.each([
  [undefined, "Your mentor meets you at this time."],
  [{}, "Your mentor calls you on the phone number in your profile."],
  [{ phone: " 98450 12345 " }, "Your mentor calls you on 98450 12345."],
  [{ phone: "98450 12345", mentor: "Anita Rao" }, "Your mentor Anita Rao calls you on 98450 12345."],
  [
    { phone: "98450 12345", mentor: "Anita Rao", videoUrl: "https://meet.example.org/a" },
    "Your mentor Anita Rao meets you in a video call: https://meet.example.org/a",
  ],
  [{ mentor: "Anita Rao", isVideo: true }, "Your mentor Anita Rao meets you in a video call."],
])("%j is described as %j", (call, text) => {
  expect(describeCall(call)).toBe(text);
});
