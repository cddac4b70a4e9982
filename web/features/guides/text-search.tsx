const STEP_BUTTON = "hidden min-h-11 min-w-11 place-items-center rounded-control group-data-found:grid";

/** Works with scripts only. Without them, readers have the browser's own search. */
export function TextSearch() {
  return (
    <search className="guide-with-script min-w-0 flex-[1_1_10rem] @4xl:w-full @4xl:flex-none">
      <form
        data-search
        className="group flex flex-wrap items-center rounded-control border border-edge bg-card has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-focus"
      >
        <label htmlFor="guide-search" className="sr-only">
          Search in this guide
        </label>
        <input
          id="guide-search"
          type="search"
          placeholder="Search in this guide"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          // On a narrow page the result goes below the field, which is too short beside it.
          className="min-h-11 min-w-0 flex-[1_0_100%] px-3 outline-none placeholder:text-muted @min-[30rem]:@max-4xl:flex-1"
        />
        <output
          htmlFor="guide-search"
          className="tabular text-[0.875rem] whitespace-nowrap text-muted not-empty:mr-auto not-empty:px-3 not-empty:leading-11"
        />
        <button type="button" data-step="-1" aria-label="Previous match" className={STEP_BUTTON}>
          <Arrow path="m6 15 6-6 6 6" />
        </button>
        <button type="submit" data-step="1" aria-label="Next match" className={STEP_BUTTON}>
          <Arrow path="m6 9 6 6 6-6" />
        </button>
      </form>
    </search>
  );
}

function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
      <path d={path} strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
