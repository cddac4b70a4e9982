import type { ReactNode } from "react";
import { buttonClasses } from "./button.tsx";
import { cn } from "./class-names.ts";

interface FileInputProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly accept: string;
  readonly disabled: boolean;
  readonly describedBy?: string;
  /** Opens the camera where there is one, for one picture. */
  readonly camera?: boolean;
  readonly onFiles: (files: File[]) => void;
}

/** The browser's own file input lies over its button, so that touch, keyboard and drop are the browser's too. */
export function FileInput(props: FileInputProps) {
  const { label, icon, accept, disabled, describedBy, camera = false, onFiles } = props;
  return (
    <label
      className={cn(
        buttonClasses({ variant: "secondary" }),
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        disabled ? "opacity-60" : "hover:bg-wash",
      )}
    >
      {icon}
      {label}
      <input
        type="file"
        accept={accept}
        disabled={disabled}
        aria-describedby={describedBy}
        {...(camera ? { capture: "environment" } : { multiple: true })}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
