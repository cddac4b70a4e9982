import { type ReactNode, useEffect, useId } from "react";
import { cn } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export type FrameProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Adds "(optional)" to the label. Other fields are required. */
  optional?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** Applies to the whole field, for its place in a grid. */
  className?: string | undefined;
};

export type ControlProps = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

/** The classes of a control, without its horizontal padding, which depends on the control. */
export const CONTROL = cn(
  "min-h-11 w-full rounded-control border border-edge bg-card py-2 text-base text-ink",
  "placeholder:text-muted hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0",
  "aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-wash disabled:text-muted [&[readonly]]:bg-wash",
);

/** A control with its label above and its error and hint below, all linked to it for screen readers. */
export function FieldFrame({
  id: givenId,
  children,
  ...frame
}: FrameProps & { id: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, optional = false, autoFocus = false, className } = frame;
  const ownId = useId();
  const id = givenId ?? ownId;
  // The attribute has an effect once per document only.
  useEffect(() => {
    if (autoFocus) document.getElementById(id)?.focus();
  }, [autoFocus, id]);
  const describedBy = cn(error && `${id}-error`, hint && `${id}-hint`);
  return (
    <div className={cn("flex min-w-0 flex-col", className)}>
      <label htmlFor={id} className="mb-1.5 w-fit font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
      })}
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm text-danger">
            <Icon shape="alert" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{error}</span>
          </p>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 wrap-anywhere text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
