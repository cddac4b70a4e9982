import { findHeader, type MimePart, parsePart, splitParts } from "./mime.ts";

/** A recipient whose mail could not be delivered. */
export interface FailedRecipient {
  /** As the mail was addressed, and where it was forwarded to. */
  readonly addresses: readonly string[];
  /** RFC 3463, such as 5.1.1. */
  readonly status: string;
  /** The response of the last mail server. */
  readonly words: string;
}

export interface DeliveryReport {
  readonly failed: readonly FailedRecipient[];
  /** Texts in the report that may be the token of the mail that came back. */
  readonly tokens: readonly string[];
  /** The addresses in the To header of that mail. */
  readonly to: readonly string[];
}

/** Each of our mails has one recipient, so a report about more is not about ours. */
const MAX_RECIPIENTS = 10;

/**
 * Reads a report about a mail that could not be delivered (RFC 3464). Anybody can send one: all of it is a claim until its
 * token is checked. Returns undefined for any other mail.
 */
export function readDeliveryReport(raw: string, tokenHeader: string): DeliveryReport | undefined {
  const report = parsePart(raw);
  if (report.type !== "multipart/report") return undefined;
  const parts = splitParts(report);
  const status = parts.find(({ type }) => type === "message/delivery-status");
  if (!status) return undefined;
  const returned = returnedHeaders(parts);
  return {
    failed: readFailed(status.body),
    tokens: [findHeader(returned, "message-id"), findHeader(returned, tokenHeader)].flatMap(
      (value) => /[0-9a-f-]{36}\.[0-9a-f]{32}/.exec(value ?? "")?.[0] ?? [],
    ),
    to: addressesIn(findHeader(returned, "to") ?? ""),
  };
}

/** The headers of the mail that came back: the mail itself, or its headers alone. */
function returnedHeaders(parts: readonly MimePart[]): MimePart["headers"] {
  const part = parts.find(({ type }) => /^(message\/rfc822(-headers)?|text\/rfc822(-headers)?)$/.test(type));
  return part ? parsePart(part.body).headers : [];
}

/** Each group of fields after the first one is about a recipient. */
function readFailed(body: string): FailedRecipient[] {
  const groups = body.trim().split(/\n[ \t]*\n/);
  return groups.slice(0, MAX_RECIPIENTS + 1).flatMap((group) => {
    const { headers } = parsePart(`${group}\n\n`);
    const status = /^([245]\.\d{1,3}\.\d{1,3})\b/.exec(findHeader(headers, "status") ?? "")?.[1];
    const isFailed = findHeader(headers, "action")?.toLowerCase().startsWith("failed");
    if (!isFailed || status === undefined) return [];
    const addresses = ["original-recipient", "final-recipient"].flatMap((name) =>
      addressesIn((findHeader(headers, name) ?? "").replace(/^[^;]*;/, "")),
    );
    const words = (findHeader(headers, "diagnostic-code") ?? "").replace(/^\s*[\w-]+\s*;\s*/, "");
    return [{ addresses, status, words }];
  });
}

function addressesIn(text: string): string[] {
  return (text.match(/[^\s<>,;"()]{1,64}@[^\s<>,;"()]{1,255}/g) ?? []).slice(0, MAX_RECIPIENTS);
}
