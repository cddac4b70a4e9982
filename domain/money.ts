const RUPEES = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  trailingZeroDisplay: "stripIfInteger",
});

/** ₹10,500 or ₹1,00,000; paise only if they are not zero. */
export function formatRupees(rupees: number): string {
  return RUPEES.format(rupees);
}

/** The same for an amount in paise, as the tables of payments have it. */
export function formatPaise(paise: number): string {
  return formatRupees(paise / 100);
}
