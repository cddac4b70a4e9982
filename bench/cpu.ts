import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux reports process times in hundredths of a second, whatever the frequency of the kernel's timer. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU time that all threads of a process have used so far; NaN without /proc. */
export function cpuSecondsOf(pid: number): number {
  return secondsOf(readFields(pid).slice(11, 13));
}

/** Returns the CPU time of a process and its children, also of those that have ended. Returns NaN without /proc. */
export function cpuSecondsOfFamily(pid: number): number {
  if (!existsSync("/proc")) return Number.NaN;
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readFields(Number(name)))
    .filter((fields) => Number(fields[1]) === pid);
  const all = [readFields(pid).slice(11, 15), ...children.map((fields) => fields.slice(11, 13))];
  return all.reduce((sum, fields) => sum + secondsOf(fields), 0);
}

function secondsOf(ticks: readonly string[]): number {
  return ticks.length === 0
    ? Number.NaN
    : ticks.reduce((sum, count) => sum + Number(count), 0) / TICKS_PER_SECOND;
}

/** Returns the fields of /proc/PID/stat after the name, or no fields if the process has ended. */
function readFields(pid: number): string[] {
  try {
    // The name is in brackets and may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  } catch {
    return [];
  }
}
