import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { findOption, type Option, type OptionChange } from "../../../../domain/options.ts";
import { toast } from "../../../ui/toast.ts";
import { seatKey } from "../details/option-details.ts";

/** The pages of colleges link to /options?exam=UGCET&add=E001+CS. The address is changed, so that a reload adds nothing. */
export function useAddFromAddress(listed: readonly Option[], onChange: (change: OptionChange) => void): void {
  const [params, setParams] = useSearchParams();
  // The state says that a login led here, and that somebody without a profile is asked for one first.
  const { state } = useLocation();
  // The added options change the list before the address changes, so the effect may run again with the new list.
  const latest = useRef(listed);
  latest.current = listed;
  useEffect(() => {
    const named = params.getAll("add");
    if (named.length === 0) return;
    const others = new URLSearchParams(params);
    others.delete("add");
    setParams(others, { replace: true, state });
    const seats = new Set(latest.current.map(seatKey));
    const found = named.slice(0, 50).flatMap((text) => findOption(text) ?? []);
    const added = found.filter((seat) => !seats.has(seatKey(seat)));
    if (added.length > 0)
      onChange({ kind: "add", options: added.map((seat) => ({ id: crypto.randomUUID(), ...seat })) });
    toast.info(textOf(found.length, added.length, latest.current.length));
  }, [params, setParams, state, onChange]);
}

function textOf(found: number, added: number, listed: number): string {
  if (found === 0) return "This link names no seat that can be added.";
  if (added === 0) return "It is in your list already.";
  return added === 1 ? `Added as number ${listed + 1}.` : `${added} options added at the end.`;
}
