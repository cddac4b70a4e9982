import { Notice } from "../../../ui/notice.tsx";

export type Refusals = readonly { readonly number: string | null; readonly message: string }[];

/** The lines that were not confirmed, with the reasons. */
export function RefusedLines({ refused }: { refused: Refusals }) {
  if (refused.length === 0) return null;
  return (
    <Notice kind="danger" title="Not confirmed">
      <ul className="grid gap-1">
        {refused.map(({ number, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and rows hold no state
          <li key={index}>
            {number}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
