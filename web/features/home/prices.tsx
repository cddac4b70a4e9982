import { PLAN_EXAMS, PLAN_LEVELS, planNames } from "../../../domain/plans.ts";

const SENTENCE = "The prices depend on the level and the exam. You see them after you log in.";

/** The price list without the prices, which show-prices.ts fills in. */
export function Prices() {
  return (
    <div className="mt-8">
      <h3 className="text-xl">Prices</h3>
      <ul data-prices className="needs-script mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {PLAN_LEVELS.flatMap((level) =>
          PLAN_EXAMS.map((exam) => (
            <li key={level + exam} className="rounded-card border bg-card p-4">
              <h4 className="text-base uppercase">
                {level} {exam}
              </h4>
              <dl className="mt-2 grid gap-1">
                {planNames(level).map((name) => (
                  <div key={name} className="flex flex-wrap justify-between gap-x-4">
                    <dt className="text-muted">{name}</dt>
                    <dd className="tabular font-semibold" data-price-of={`${level} ${exam} ${name}`}>
                      …
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          )),
        )}
      </ul>
      <p data-no-prices hidden className="mt-2">
        {SENTENCE}
      </p>
      <noscript>
        <p className="mt-2">{SENTENCE}</p>
      </noscript>
    </div>
  );
}
