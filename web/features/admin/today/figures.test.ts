import { expect, test } from "vitest";
import { figuresCsv, groupFigures } from "./figures.ts";

const NOW = new Date("2027-05-31T20:00:00Z"); // 1 June in Karnataka
const FIGURES = [
  { day: "2027-05-31", kind: "registrations", plan: "No plan", number: 2, amount_paise: 0 },
  { day: "2027-06-01", kind: "registrations", plan: "UG / CET / Basic", number: 3, amount_paise: 0 },
  { day: "2027-06-01", kind: "payments", plan: "UG / CET / Basic", number: 1, amount_paise: 200_050 },
];

test("each kind has a number for every day up to today in Karnataka, and its plans, the most frequent first", () => {
  const [registrations, payments, calls] = groupFigures(FIGURES, 3, NOW);
  expect(registrations).toMatchObject({
    total: 5,
    days: [0, 2, 3],
    plans: [
      { plan: "UG / CET / Basic", number: 3 },
      { plan: "No plan", number: 2 },
    ],
  });
  expect(payments).toMatchObject({ total: 1, amountPaise: 200_050, days: [0, 0, 1] });
  expect(calls).toMatchObject({ total: 0, days: [0, 0, 0], plans: [] });
});

test("the CSV has a row per day, kind and plan, with rupees for payments", () => {
  expect(figuresCsv(FIGURES).split("\r\n").slice(1, 4)).toEqual([
    '"2027-05-31","registrations","No plan","2",""',
    '"2027-06-01","registrations","UG / CET / Basic","3",""',
    '"2027-06-01","payments","UG / CET / Basic","1","2000.5"',
  ]);
});
