import { isIPv6 } from "node:net";

/**
 * Returns what the limits count as one sender: an IPv4 address, or the /64 network of an IPv6 address, since a subscriber
 * gets a whole /64 and could use a new address for every request.
 */
export function toNetwork(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const [before = "", after] = plain.split("::");
  const front = before.split(":").filter(Boolean);
  const back = (after ?? "").split(":").filter(Boolean);
  // A dotted IPv4 tail stands for two groups. It never reaches into the first four.
  const width = (groups: string[]) =>
    groups.reduce((count, group) => count + (group.includes(".") ? 2 : 1), 0);
  const zeros = after === undefined ? 0 : 8 - width(front) - width(back);
  const groups = [...front, ...Array<string>(zeros).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
