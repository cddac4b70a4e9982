import { expect, test } from "vitest";
import { toNetwork, toWideNetwork } from "./network.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:DB8:0:00aa:1:2:3:4", "2001:db8:0:aa::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
  ["1:2:3:4:5:6:192.0.2.33", "1:2:3:4::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0::/48"],
])("%s belongs to the wide network %s", (address, network) => {
  expect(toWideNetwork(address)).toBe(network);
});
