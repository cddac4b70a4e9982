import { expect, test } from "vitest";
import { type LimitReport, LimitReports } from "./limit-reports.ts";

const USER = "00000000-0000-4000-8000-000000000001";
let now = 0;
function createWorld() {
  const passed: LimitReport[] = [];
  const reports = new LimitReports(
    (report) => passed.push(report),
    () => now,
  );
  const report = (limit: string, address: string, userId?: string) =>
    reports.report({ limit, address, userId });
  return { passed, report };
}

test("each limit of a user is reported once a minute, from wherever they come", () => {
  const { passed, report } = createWorld();
  for (let request = 0; request < 1_000; request++) report("a", `192.0.2.${request % 256}`, USER);
  report("b", "192.0.2.1", USER);
  expect(passed).toHaveLength(2);
  now += 60_000;
  report("a", "192.0.2.1", USER);
  expect(passed).toHaveLength(3);
});

test("all addresses of an IPv6 customer are one network", () => {
  const { passed, report } = createWorld();
  for (let network = 0; network < 1_000; network++) report("a", `2001:db8:1:${network.toString(16)}::1`);
  expect(passed).toHaveLength(1);
});

test("a hundred thousand networks cause sixty reports a minute", () => {
  const { passed, report } = createWorld();
  for (let network = 0; network < 100_000; network++)
    report("a", `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`);
  expect(passed).toHaveLength(60);
});
