import { Notice } from "../../../ui/notice.tsx";
import type { Warning } from "./order.ts";

/** The warnings of an order, in the database's texts. Screen readers announce them when an order opens. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  return (
    <Notice kind="warning" title={warnings.length === 1 ? "This looks wrong" : "These things look wrong"}>
      <ul className="grid gap-1">
        {warnings.map(({ code, text }) => (
          <li key={`${code} ${text}`}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}
