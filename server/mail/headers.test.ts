import { describe, expect, test } from "vitest";
import { createMessageId, isAddress, parseSender, toSingleLine, unsubscribeHeaders } from "./headers.ts";

describe("an address in a mail header", () => {
  test.each([
    "asha@example.com",
    "asha.k+neet@mail.example.co.in",
    "o'neil@example.com",
    "ಆಶಾ@ಉದಾಹರಣೆ.ಭಾರತ",
    "root@localhost",
  ])("may be %s", (address) => {
    expect(isAddress(address)).toBe(true);
  });

  test.each([
    ["a comma", "asha,ravi@example.com"],
    ["a semicolon", "asha;ravi@example.com"],
    ["a second line", "asha@example.com\r\nBcc: everyone@example.com"],
    ["a bare line feed", "asha@example.com\nBcc: everyone@example.com"],
    ["a line separator", "asha@example.com\u2028Bcc:x@example.com"],
    ["a list", "asha@example.com,ravi@example.com"],
    ["a list with semicolons", "asha@example.com;ravi@example.com"],
    ["a group", "all:asha@example.com"],
    ["a name", "Asha <asha@example.com>"],
    ["two at signs", "asha@example.com@example.org"],
    ["a space", "asha @example.com"],
    ["a zero byte", "asha@example.com\0"],
    ["a quoted part", '"asha"@example.com'],
    ["nothing before the at sign", "@example.com"],
    ["nothing", ""],
    ["too much", `${"a".repeat(250)}@example.com`],
  ])("may not have %s", (_case, address) => {
    expect(isAddress(address)).toBe(false);
  });
});

test.each([
  ["Hello\r\nBcc: everyone@example.com", "Hello Bcc: everyone@example.com"],
  ["Hello\n\n\tthere\0", "Hello there"],
  ["one\u2028two\u2029three\u0085four", "one two three four"],
  ["ನಮಸ್ಕಾರ 🙏", "ನಮಸ್ಕಾರ 🙏"],
])("the header text %j stays on one line", (given, line) => {
  expect(toSingleLine(given)).toBe(line);
});

test.each([
  ["Maarga <no-reply@example.com>", { name: "Maarga", address: "no-reply@example.com" }],
  [
    '"Maarga, Bengaluru" <no-reply@example.com>',
    { name: "Maarga, Bengaluru", address: "no-reply@example.com" },
  ],
  ["no-reply@example.com", { name: "", address: "no-reply@example.com" }],
  ["Maarga\r\nBcc: x@example.com <no-reply@example.com>", undefined],
  ["Maarga <no-reply@example.com\r\nBcc: x@example.com>", undefined],
  ["Maarga <a@example.com>, <b@example.com>", undefined],
  ["Maarga", undefined],
])("the sender %j is read as %j", (given, sender) => {
  expect(parseSender(given)).toEqual(sender);
});

test("a Message-ID is the mail's id at the sender's host", () => {
  const from = { name: "Maarga", address: "no-reply@bücher.example" };
  expect(createMessageId("5e7b5b0e", from)).toBe("<5e7b5b0e@xn--bcher-kva.example>");
});

describe("the unsubscribe headers", () => {
  const POST = { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

  test.each([
    ["https://example.com/off?token=a.b-c_d", "<https://example.com/off?token=a.b-c_d>"],
    [
      "https://example.com/off?a>b, <mailto:x@example.com",
      "<https://example.com/off?a%3Eb,%20%3Cmailto:x@example.com>",
    ],
    [
      "https://example.com/off\r\nBcc: everyone@example.com",
      "<https://example.com/offBcc:%20everyone@example.com>",
    ],
  ])("for %j name %s", (url, header) => {
    expect(unsubscribeHeaders(url)).toEqual({ "List-Unsubscribe": header, ...POST });
  });

  test.each(["mailto:off@example.com", "javascript:alert(1)", "off"])("refuse the address %s", (url) => {
    expect(() => unsubscribeHeaders(url)).toThrow();
  });

  test("are missing from a mail without an unsubscribe address", () => {
    expect(unsubscribeHeaders(undefined)).toEqual({});
  });
});
