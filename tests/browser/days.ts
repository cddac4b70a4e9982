import { mkdirSync } from "node:fs";
import path from "node:path";

const DAY_MILLISECONDS = 24 * 3600 * 1000;

/** The next day from the day after tomorrow on, as in Karnataka, that nobody has taken: a folder can be made only once. */
export function claimDay(folder: string): string {
  for (let ahead = 2; ; ahead += 1) {
    const day = new Date(Date.now() + ahead * DAY_MILLISECONDS).toLocaleDateString("en-CA", {
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
