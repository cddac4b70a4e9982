import { expect, test } from "vitest";
import {
  describeSecurityEvent,
  SECURITY_EVENT_KINDS,
  type SecurityEventDetails,
  type SecurityEventKind,
  securityEventName,
} from "./security-events.ts";

const CASES: Record<SecurityEventKind, readonly (readonly [SecurityEventDetails, string])[]> = {
  "signed in": [
    [{ method: "password" }, "Signed in with the password"],
    [{ method: "link" }, "Signed in with a mailed link"],
    [{ method: "totp" }, "Signed in with the second step: a code of the app"],
    [{}, "Signed in"],
  ],
  "sign-in failed": [
    [{ reason: "password" }, "Sign-in failed: wrong password"],
    [{ reason: "password", count: 4995 }, "Sign-in failed: wrong password, 4,995 more times in a minute"],
    [{ step: 2 }, "Sign-in failed: wrong code in the second step"],
    [{ count: 1 }, "Sign-in failed, 1 more time in a minute"],
  ],
  "limit reached": [
    [{ limit: "password attempt" }, "Too many attempts: password attempt"],
    [{}, "Too many attempts"],
  ],
  "password changed": [[{}, "Changed the password"]],
  "email change requested": [[{}, "Asked for another email address"]],
  "email changed": [
    [{ from: "old@example.org" }, "Changed the email address, from old@example.org"],
    [{}, "Changed the email address"],
  ],
  "session ended": [
    [{ endedDevice: "Chrome on Android" }, "Logged out Chrome on Android"],
    [{ endedDevice: null }, "Logged out a device"],
    [{ sessions: 3 }, "Logged out 3 devices"],
    [{ sessions: 3, by: "operator" }, "The operator logged out all devices"],
    [{ sessions: 3, by: "admin" }, "An admin logged out all devices"],
  ],
  "refresh token reused": [[{}, "Logged out a device, because its sign-in had been copied"]],
  "change disputed": [[{}, "Said that a change was not theirs: all devices were logged out"]],
  "second step changed": [
    [{ change: "added" }, "Changed the two-step sign-in (added)"],
    [{}, "Changed the two-step sign-in"],
  ],
  "admin rights granted": [[{ by: "operator" }, "Got admin rights"]],
  "admin rights revoked": [[{}, "Lost admin rights"]],
  "malware found": [
    [{ file: "marks.pdf" }, "Malware found in marks.pdf"],
    [{}, "Malware found in an upload"],
  ],
  "operator command": [[{ command: "backup /b.tar.gz" }, "The operator ran “backup /b.tar.gz”"]],
};

test.each(SECURITY_EVENT_KINDS)('the event "%s" has a sentence', (kind) => {
  for (const [details, sentence] of CASES[kind]) expect(describeSecurityEvent(kind, details)).toBe(sentence);
});

test("an event of a newer server is shown by its name", () => {
  expect(describeSecurityEvent("moon landed", {})).toBe("Moon landed");
  expect(securityEventName("sign-in failed")).toBe("Sign-in failed");
});
