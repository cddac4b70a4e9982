import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PLANS, type Plan } from "./plans.ts";
import {
  benefitsOf,
  findPrice,
  findUpgrades,
  isHighestPlan,
  PRICE_TABLE,
  type PricedPlan,
  recommendedPlan,
  upgradePrice,
} from "./prices.ts";

test("the price table has a price for every plan", () => {
  expect(PRICE_TABLE.map(({ price, ...plan }) => plan)).toEqual(PLANS);
});

const priced = (label: string): PricedPlan => {
  const [level, exam, name] = label.split(" ");
  const found = PRICE_TABLE.find((plan) => plan.level === level && plan.exam === exam && plan.name === name);
  if (found === undefined) throw new Error(`no plan ${label}`);
  return found;
};

describe("the benefits of a plan", () => {
  const forms = ["Application fill-up guide", "All notifications till seat allotment", "Document checklist"];
  const mentor = "Mentor guidance until seat allotment, by phone or online calls through slot booking";

  const checked = "Document verification";
  const slots = (minutes: number) => `Slot booking: slots of ${minutes} minutes, up to 3 a day`;

  test.each([
    ["ug", "Basic", [...forms, slots(15)]],
    ["ug", "Medium", [...forms, checked, slots(30)]],
    ["ug", "Advanced", [...forms, checked, slots(30), mentor]],
    ["pg", "Basic", [...forms, checked, slots(15)]],
    ["pg", "Advanced", [...forms, checked, slots(30), mentor]],
  ] as const)("for %s and %s are %j", (level, name, benefits) => {
    expect(benefitsOf({ level, name })).toEqual(benefits);
  });
});

test.each([
  ["ug", "Medium"],
  ["pg", "Advanced"],
] as const)("for %s the recommended plan is %s", (level, name) => {
  expect(recommendedPlan(level)).toBe(name);
});

describe("an upgrade", () => {
  test.each([
    ["ug cet Basic", ["Medium", 3_000, "Advanced", 8_000]],
    ["ug neet Medium", ["Advanced", 5_000]],
    ["ug cet Advanced", []],
    ["pg cet Basic", ["Advanced", 10_000]],
    ["pg neet Advanced", []],
  ])("from %s leads to %j", (from, to) => {
    const current = priced(from);
    const upgrades = findUpgrades(current, PRICE_TABLE.toReversed());
    expect(upgrades.flatMap((target) => [target.name, upgradePrice(current, target)])).toEqual(to);
    expect(isHighestPlan(current, PRICE_TABLE)).toBe(to.length === 0);
  });

  test("depends on the price, whatever the name of the plan", () => {
    const cheap: PricedPlan = { level: "pg", exam: "cet", name: "Advanced", price: 9_999 };
    expect(findUpgrades(priced("pg cet Basic"), [cheap])).toEqual([]);
    expect(findUpgrades(cheap, PRICE_TABLE)).toEqual([priced("pg cet Basic"), priced("pg cet Advanced")]);
  });

  test("costs the difference to the paisa, and never less than zero", () => {
    expect(upgradePrice({ price: 2_000.2 }, { price: 5_000.1 })).toBe(2_999.9);
    expect(upgradePrice({ price: 5_000 }, { price: 2_000 })).toBe(0);
  });

  test("always has the same level and exam, a higher price and a positive cost", () => {
    const offers = fc.array(
      fc.record({
        level: fc.constantFrom("ug", "pg"),
        exam: fc.constantFrom("cet", "neet"),
        name: fc.constantFrom("Basic", "Medium", "Advanced"),
        price: fc.integer({ min: 0, max: 30_000 }),
      } satisfies { [Field in keyof PricedPlan]: fc.Arbitrary<PricedPlan[Field]> }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(offers, ([current, ...others]) => {
        if (current === undefined) return;
        const upgrades = findUpgrades(current, others);
        for (const { level, exam, price } of upgrades) {
          expect([level, exam]).toEqual([current.level, current.exam]);
          expect(price).toBeGreaterThan(current.price);
          expect(upgradePrice(current, { price })).toBe(price - current.price);
        }
        const kept = others.filter((offer) => !upgrades.includes(offer));
        expect(
          kept.some(
            (one) => one.level === current.level && one.exam === current.exam && one.price > current.price,
          ),
        ).toBe(false);
        expect(upgrades.map(({ price }) => price)).toEqual(
          upgrades.map(({ price }) => price).sort((a, b) => a - b),
        );
      }),
    );
  });
});

test("a plan that is no longer offered has no price", () => {
  const plan: Plan = { level: "ug", exam: "cet", name: "Medium" };
  expect(findPrice(plan, PRICE_TABLE)).toBe(5_000);
  expect(findPrice(plan, [priced("ug cet Basic"), priced("ug neet Medium")])).toBeUndefined();
});
