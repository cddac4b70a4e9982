import { mkdirSync } from "node:fs";
import path from "node:path";

const DAY_MS = 24 * 3600 * 1000;

/**
 * Claims the next free day in Karnataka, from the day after tomorrow on. Creating a folder for it is atomic, so two
 * workers never claim the same day.
 */
export function claimDay(folder: string): string {
  for (let ahead = 2; ; ahead += 1) {
    const day = new Date(Date.now() + ahead * DAY_MS).toLocaleDateString("en-CA", {
      timeZone: "Asia/Kolkata",
    });
    try {
      mkdirSync(path.join(folder, day));
      return day;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
