import type { ReactNode } from "react";
import { buttonClasses } from "./button.tsx";
import { cn } from "./class-names.ts";

interface FileInputProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly accept: string;
  readonly disabled: boolean;
  readonly describedBy?: string;
  /** Takes one picture with the camera, if the device has one. */
  readonly camera?: boolean;
  readonly onFiles: (files: File[]) => void;
}

/** A transparent native file input covers the button, so that touch, keyboard and drop work as usual. */
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
          // Without this, choosing the same file again would not fire a change event.
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
