/** "1 rank" or "24,046 ranks". */
export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en-IN")} ${noun}${count === 1 ? "" : "s"}`;
}
