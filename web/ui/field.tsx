import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { CONTROL, FieldFrame, type FrameProps } from "./field-frame.tsx";
import { Icon } from "./icon.tsx";

export { PasswordField } from "./password-field.tsx";

export function TextField({
  label,
  hint,
  error,
  optional,
  autoFocus,
  className,
  id,
  ...rest
}: Field<"input">) {
  return (
    <FieldFrame {...{ label, hint, error, optional, autoFocus, className, id }}>
      {(control) => <input type="text" {...rest} {...control} className={cn(CONTROL, "px-3")} />}
    </FieldFrame>
  );
}

export function TextArea({
  label,
  hint,
  error,
  optional,
  autoFocus,
  className,
  id,
  ...rest
}: Field<"textarea">) {
  return (
    <FieldFrame {...{ label, hint, error, optional, autoFocus, className, id }}>
      {(control) => <textarea rows={4} {...rest} {...control} className={cn(CONTROL, "resize-y px-3")} />}
    </FieldFrame>
  );
}

type Option = { value: string; label: string; disabled?: boolean | undefined };

/** A native select, which is fast, familiar and works without scripts. */
export function SelectField(props: Field<"select"> & { options?: readonly Option[] | undefined }) {
  const { label, hint, error, optional, autoFocus, className, id, options, children, ...rest } = props;
  return (
    <FieldFrame {...{ label, hint, error, optional, autoFocus, className, id }}>
      {(control) => (
        <span className="relative grid">
          <select {...rest} {...control} className={cn(CONTROL, "appearance-none truncate pr-10 pl-3")}>
            {options?.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
            {children}
          </select>
          <Icon shape="down" className="pointer-events-none absolute top-3 right-3 size-5 text-muted" />
        </span>
      )}
    </FieldFrame>
  );
}

type Field<Element extends "input" | "textarea" | "select"> = FrameProps &
  Omit<ComponentProps<Element>, "className">;
