import { Button } from "../../ui/button.tsx";

interface Props {
  readonly text: string;
  readonly query: { readonly refetch: () => unknown; readonly isFetching: boolean };
}

/** A failed load of a part of an entry. It is not an alert, because each entry of the list may have one. */
export function LoadAgain({ text, query }: Props) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 text-muted">
      {text}
      <Button variant="secondary" size="small" busy={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </Button>
    </p>
  );
}
