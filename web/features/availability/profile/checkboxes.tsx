import type { ReactNode } from "react";

interface CheckboxesProps<Value extends string> {
  readonly label: ReactNode;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Any number of choices, each large enough for a thumb. */
export function Checkboxes<Value extends string>(props: CheckboxesProps<Value>) {
  const { label, options, values, onChange } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="grid columns-from-[8rem] gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-edge bg-card px-3 hover:bg-wash has-checked:border-press has-checked:bg-press-wash"
          >
            <input
              type="checkbox"
              className="size-4 accent-press"
              checked={values.includes(option.value)}
              onChange={({ target }) => {
                const others = values.filter((value) => value !== option.value);
                onChange(target.checked ? [...others, option.value] : others);
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
