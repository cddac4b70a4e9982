/**
 * ₹10,500 or ₹1,00,000; paise only if they are not zero. The same text as that of Intl.NumberFormat, whose first use takes a
 * cheap phone a tenth of a second.
 */
export function formatRupees(rupees: number): string {
  const [whole = "", paise] = Math.abs(rupees).toFixed(2).split(".");
  const grouped = whole.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ",");
  return `${rupees < 0 ? "-" : ""}₹${grouped}${paise === "00" ? "" : `.${paise}`}`;
}

/** The same for an amount in paise, as the tables of payments have it. */
export function formatPaise(paise: number): string {
  return formatRupees(paise / 100);
}
