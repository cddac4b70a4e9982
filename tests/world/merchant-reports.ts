import { dayParts, indian, named, PAYMENTS, type StatementFile, slashes } from "./statement-files.ts";

/** Reports of payment services: each has the same two payments received, and one that failed or was refunded. */
export const MERCHANT_REPORTS: readonly StatementFile[] = [
  {
    layout: "Google Pay for Business",
    rows: [
      [
        "Transaction ID",
        "Creation time",
        "Transaction type",
        "Payer name",
        "UPI transaction ID",
        "Amount",
        "Status",
        "Notes",
      ],
      ...PAYMENTS.map(({ day, rupees, utr, name }) => {
        const { year, date, name: month } = dayParts(day);
        return [
          "BCR2DN4T",
          `${month} ${date}, ${year}, 10:15 AM`,
          "Payment",
          name,
          utr,
          `₹${indian(rupees)}`,
          "Completed",
          "",
        ];
      }),
      ["BCR2DN4U", "Nov 22, 2026, 10:20 AM", "Payment", "X", "712345678903", "₹40,000.00", "Failed", ""],
    ],
  },
  {
    layout: "PhonePe Business",
    rows: [
      [
        "Transaction Date",
        "Merchant Reference Id",
        "PhonePe Reference Id",
        "Transaction UTR",
        "Payment Type",
        "From",
        "Total Transaction Amount",
        "Transaction Status",
      ],
      ...PAYMENTS.map(({ day, rupees, utr, name }) => [
        named(day, " "),
        "MRG",
        "T2611211015",
        utr,
        "PAYMENT",
        name,
        String(rupees),
        "COMPLETED",
      ]),
      ["22 Nov 2026", "MRG", "T2611211016", "712345678903", "REFUND", "X", "40000", "COMPLETED"],
    ],
  },
  {
    layout: "Paytm for Business",
    rows: [
      [
        "Transaction_ID",
        "Order_ID",
        "Transaction_Date",
        "Transaction_Type",
        "Status",
        "MID",
        "Customer_Name",
        "Amount",
        "UTR_No",
      ],
      ...PAYMENTS.map(({ day, rupees, utr, name }) => [
        `'2026112111121`,
        "MRG",
        `${day} 10:15:00`,
        "ACQUIRING",
        "SUCCESS",
        "Maarga123",
        name,
        `'${rupees}`,
        `'${utr}`,
      ]),
      [
        "'20261122",
        "MRG",
        "2026-11-22 10:20:00",
        "ACQUIRING",
        "FAILURE",
        "Maarga123",
        "X",
        "'40000",
        "'712345678903",
      ],
    ],
  },
  {
    layout: "BharatPe",
    rows: [
      ["Transaction Date", "Payer Name", "Payer VPA", "RRN", "Amount", "Status"],
      ...PAYMENTS.map(({ day, rupees, utr, name }) => [
        `${slashes(day)} 10:15`,
        name,
        "ananya@ok",
        utr,
        rupees.toFixed(2),
        "SUCCESS",
      ]),
      ["22/11/2026 10:20", "X", "x@ok", "712345678903", "40000.00", "PENDING"],
    ],
  },
  {
    layout: "Razorpay",
    rows: [
      [
        "id",
        "amount",
        "currency",
        "status",
        "method",
        "rrn",
        "description",
        "email",
        "contact",
        "created_at",
      ],
      ...PAYMENTS.map(({ day, rupees, utr, name }) => [
        "pay_29QQoUBi66xm2f",
        String(rupees),
        "INR",
        "captured",
        "upi",
        utr,
        name,
        "a@example.org",
        "+919876543210",
        `${slashes(day)} 10:15:00`,
      ]),
      ["pay_2", "40000", "INR", "failed", "upi", "", "X", "", "", "22/11/2026 10:20:00"],
    ],
  },
];
