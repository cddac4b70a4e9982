/** Only for those with scripts; the others have their browser's own search. */
export function TextSearch() {
  return (
    <search className="guide-search guide-with-script">
      <form data-search>
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
        />
        <output htmlFor="guide-search" />
        <button type="button" data-step="-1" aria-label="Previous place">
          <Arrow path="m6 15 6-6 6 6" />
        </button>
        <button type="submit" data-step="1" aria-label="Next place">
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
