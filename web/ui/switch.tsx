import { type ReactNode, useId } from "react";

type Props = {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
};

/** A native checkbox that looks like a switch. Its label toggles it too. */
export function Switch({ checked, onCheckedChange, label, description, disabled = false }: Props) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0 flex-1 py-2.5">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="text-sm text-muted">
            {description}
          </p>
        )}
      </div>
      <span className="relative grid h-11 w-13 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          disabled={disabled}
          aria-checked={checked}
          aria-describedby={description ? `${id}-description` : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer absolute inset-0 z-10 cursor-pointer appearance-none rounded-control disabled:cursor-not-allowed"
        />
        <span
          aria-hidden
          className="h-7 w-12 rounded-full border-2 border-edge bg-wash transition-colors duration-150 peer-checked:border-press peer-checked:bg-press peer-disabled:opacity-50"
        />
        <span
          aria-hidden
          className="absolute left-1.5 size-5 rounded-full bg-edge transition duration-150 peer-checked:translate-x-5 peer-checked:bg-on-press"
        />
      </span>
    </div>
  );
}
