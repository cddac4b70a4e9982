import { type ComponentProps, useState } from "react";
import { cn } from "./class-names.ts";
import { CONTROL, FieldFrame, type FrameProps } from "./field-frame.tsx";
import { Icon } from "./icon.tsx";

type Props = FrameProps & Omit<ComponentProps<"input">, "type" | "className">;

export function PasswordField({ label, hint, error, optional, autoFocus, className, id, ...rest }: Props) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...{ label, hint, error, optional, autoFocus, className, id }}>
      {(control) => (
        <span className="relative grid">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
            {...rest}
            {...control}
            type={isShown ? "text" : "password"}
            className={cn(CONTROL, "pr-12 pl-3")}
          />
          <button
            type="button"
            aria-controls={control.id}
            aria-label={isShown ? "Hide password" : "Show password"}
            onClick={() => setIsShown(!isShown)}
            className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
          >
            <Icon shape={isShown ? "eye-off" : "eye"} className="size-5" />
          </button>
        </span>
      )}
    </FieldFrame>
  );
}
