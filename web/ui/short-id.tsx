/** The start of an account's id, which never changes, unlike names and phone numbers. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="whitespace-nowrap font-normal text-muted text-sm">
      {id.slice(0, 8)}
    </span>
  );
}
