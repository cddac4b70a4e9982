import { isIPv6 } from "node:net";

/**
 * Returns what the limits count as one sender: an IPv4 address, or the /64 network of an IPv6 address, since a subscriber
 * gets a whole /64 and could use a new address for every request.
 */
export function toNetwork(address: string): string {
  return networksOf(address).network;
}

/** Returns an IPv4 address, or the /48 network of an IPv6 address: the largest that one customer usually gets. */
export function toWideNetwork(address: string): string {
  const { network, wideNetwork = network } = networksOf(address);
  return wideNetwork;
}

export interface Networks {
  readonly network: string;
  /** The /48 of an IPv6 address. */
  readonly wideNetwork?: string;
}

export function networksOf(address: string): Networks {
  if (/^[\d.]+$/.test(address)) return { network: address };
  const plain = address.replace(/%.*$/, "").toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped) return { network: mapped };
  if (!isIPv6(plain)) return { network: plain };
  const [before = "", after] = plain.split("::");
  const front = before.split(":").filter(Boolean);
  const back = (after ?? "").split(":").filter(Boolean);
  // A dotted IPv4 tail stands for two groups. It never reaches into the first four.
  const width = (groups: string[]) =>
    groups.reduce((count, group) => count + (group.includes(".") ? 2 : 1), 0);
  const zeros = after === undefined ? 0 : 8 - width(front) - width(back);
  const groups = [...front, ...Array<string>(zeros).fill("0"), ...back];
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return { network: `${prefix.join(":")}::/64`, wideNetwork: `${prefix.slice(0, 3).join(":")}::/48` };
}
