import { domainToASCII } from "node:url";
import { requireWebAddress } from "./escape.ts";
import { MailError } from "./message.ts";

/** Replaces whatever could begin another line, and with it another header, by a space. */
export function toSingleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

/** Accepts a single address, in any script: no name, no list, no second line. */
export function isAddress(text: string): boolean {
  return (
    Buffer.byteLength(text) <= 255 &&
    /^[^\s\p{C}\p{Z}@<>()[\]\\,;:"]+@[^\s\p{C}\p{Z}@<>()[\]\\,;:"]+$/u.test(text)
  );
}

export function requireAddress(text: string): string {
  if (!isAddress(text)) throw new MailError("the recipient is not an e-mail address", { permanent: true });
  return text;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `Name <address>` or an address alone; undefined for anything else. */
export function parseSender(text: string): Sender | undefined {
  const [, name = "", address = text] = /^\s*"?([^"<>]*?)"?\s*<([^<>]*)>\s*$/.exec(text) ?? [];
  return isAddress(address) && name === toSingleLine(name) ? { name, address } : undefined;
}

export function createMessageId(id: string, from: Sender): string {
  const host = from.address.slice(from.address.lastIndexOf("@") + 1);
  return `<${id}@${domainToASCII(host) || "localhost"}>`;
}

/** The headers for the unsubscribe button that mail programs show beside the sender (RFC 8058). */
export function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return {
    // URL encodes whatever could end the brackets or the line.
    "List-Unsubscribe": `<${new URL(requireWebAddress(url)).href}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
