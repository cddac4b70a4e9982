import type { useAudience } from "./audience-query.ts";

export function AudienceLine({ audience }: { audience: ReturnType<typeof useAudience> }) {
  if (audience.isError)
    return (
      <p className="text-danger">
        The users could not be counted.{" "}
        <button type="button" className="min-h-11 underline" onClick={() => audience.refetch()}>
          Try again
        </button>
      </p>
    );
  return (
    <p role="status" className="min-h-[1lh] text-muted">
      {audience.data && audienceText(audience.data)}
    </p>
  );
}

interface Counted {
  readonly will_get: number;
  readonly turned_off: number;
  readonly no_profile: number;
  readonly bad_address: number;
}

function audienceText({ will_get, turned_off, no_profile, bad_address }: Counted): string {
  const format = (count: number) => count.toLocaleString("en-IN");
  const leftOut = (count: number, who: string) =>
    count > 0 && `${format(count)} ${who} ${count === 1 ? "is" : "are"} left out.`;
  const get = `${format(will_get)} ${will_get === 1 ? "user" : "users"} will get it.`;
  const off =
    turned_off === 0
      ? "Nobody turned email off."
      : `${format(turned_off)} turned email off and ${turned_off === 1 ? "is" : "are"} left out.`;
  const others = [leftOut(no_profile, "without a profile"), leftOut(bad_address, "with a bad address")];
  return [get, off, ...others].filter(Boolean).join(" ");
}
