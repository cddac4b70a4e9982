import { isIPv6 } from "node:net";

/**
 * What counts as one sender: an IPv4 address, or the /64 that an IPv6 line gets whole and could otherwise use to
 * show a new face for every try.
 */
export function toNetwork(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const [before = "", after] = plain.split("::");
  const front = before.split(":").filter(Boolean);
  const back = (after ?? "").split(":").filter(Boolean);
  // A dotted tail stands for two groups, but it never reaches into the first four.
  const width = (groups: string[]) =>
    groups.reduce((count, group) => count + (group.includes(".") ? 2 : 1), 0);
  const zeros = after === undefined ? 0 : 8 - width(front) - width(back);
  const groups = [...front, ...Array<string>(zeros).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
