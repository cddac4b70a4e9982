import { type ReactNode, useId } from "react";
import { cn } from "./class-names.ts";
import { Icon } from "./icon.tsx";

type Option<Value extends string> = {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
};

type Props<Value extends string> = {
  label: ReactNode;
  options: readonly Option<Value>[];
  /** Nothing is chosen if it matches no option. */
  value: Value | "" | null | undefined;
  onChange: (value: Value) => void;
  error?: string | undefined;
  className?: string | undefined;
};

/** Radio buttons large enough for a thumb, side by side if they fit. */
export function ChoiceGroup<Value extends string>(props: Props<Value>) {
  const { label, options, value, onChange, error, className } = props;
  const name = useId();
  return (
    <fieldset className={cn("min-w-0", className)} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-2 font-medium">{label}</legend>
      <div
        className={cn(
          "grid gap-3",
          options.some(({ description }) => description) ? "columns-from-[13rem]" : "columns-from-[8.5rem]",
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              "flex min-h-13 cursor-pointer items-start gap-3 rounded-control border border-edge bg-card px-4 py-3",
              "transition-colors duration-150 hover:bg-wash has-checked:border-press has-checked:bg-press-wash",
              "has-checked:ring-1 has-checked:ring-press has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
              "has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:opacity-50",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-5 shrink-0 appearance-none rounded-full border-2 border-edge bg-card outline-none checked:border-6 checked:border-press"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{option.label}</span>
              {option.description && <span className="block text-sm text-muted">{option.description}</span>}
            </span>
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error && (
          <p id={`${name}-error`} className="mt-1.5 flex gap-1.5 text-sm text-danger">
            <Icon shape="alert" className="mt-0.5 size-4 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
