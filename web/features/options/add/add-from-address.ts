import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { type OptionChange, parseOptionCodes } from "../../../../domain/options.ts";

/** The pages of colleges link to /options?exam=UGCET&add=E001+CS. The address is changed, so that a reload adds nothing. */
export function useAddFromAddress(
  onChange: (change: OptionChange) => void,
  announce: (text: string) => void,
): void {
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const named = params.getAll("add");
    if (named.length === 0) return;
    const others = new URLSearchParams(params);
    others.delete("add");
    setParams(others, { replace: true });
    const { codes } = parseOptionCodes(named.slice(0, 50).join("\n"));
    if (codes.length === 0) return;
    onChange({ kind: "add", options: codes.map((code) => ({ id: crypto.randomUUID(), ...code })) });
    announce(codes.length === 1 ? "1 option added." : `${codes.length} options added.`);
  }, [params, setParams, onChange, announce]);
}
