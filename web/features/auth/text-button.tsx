import type { ComponentProps } from "react";

/** A button that looks like a link. */
export function TextButton(props: ComponentProps<"button">) {
  return (
    <button
      type="button"
      className="inline-flex min-h-11 items-center text-press text-sm underline"
      {...props}
    />
  );
}
