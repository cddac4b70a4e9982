import type { Page } from "@playwright/test";
import { PROFILES } from "../../bench/pages/profiles.ts";

interface Cut {
  readonly method: string;
  readonly url: string | RegExp;
  readonly lost: "request" | "answer";
  /** The cut waits for this. */
  readonly when?: () => Promise<unknown>;
}

/** The browser slows a processor down by keeping it busy, so a factor of 6, as in profile B, would take half a minute. */
const PROCESSOR_SLOWDOWN = 2;

/** The line of a cheap phone (profile B of the benchmarks), and a slow processor. The line can be cut. */
export interface BadLine {
  cut(): Promise<void>;
  /** Cuts the line when the page sends such a request. */
  cutAt(cut: Cut): Promise<void>;
  restore(): Promise<void>;
}

export async function useBadLine(page: Page): Promise<BadLine> {
  const profile = PROFILES.find(({ name }) => name === "B");
  if (!profile) throw new Error("no profile B");
  const cdp = await page.context().newCDPSession(page);
  const bytesPerSecond = (profile.kilobitsPerSecond * 1000) / 8;
  const setOffline = (offline: boolean) =>
    cdp.send("Network.emulateNetworkConditions", {
      offline,
      latency: profile.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  await setOffline(false);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR_SLOWDOWN });
  return {
    cut: async () => void (await setOffline(true)),
    restore: async () => {
      await page.unrouteAll();
      await setOffline(false);
    },
    async cutAt({ method, url, lost, when }) {
      await page.route(url, async (route) => {
        if (route.request().method() !== method) return route.continue();
        await when?.();
        if (lost === "answer") await route.fetch();
        await setOffline(true);
        await route.abort("internetdisconnected");
      });
    },
  };
}
