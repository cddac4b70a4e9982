/** Returns the paise of an amount in rupees as people type it: "5,200", "₹5200.50", or undefined. */
export function findPaise(text: string): number | undefined {
  const [, rupees, paise = ""] =
    /^₹?\s*(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(",", "")) ?? [];
  return rupees === undefined ? undefined : Number(rupees) * 100 + Number(paise.padEnd(2, "0"));
}
