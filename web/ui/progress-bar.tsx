interface ProgressBarProps {
  readonly label: string;
  readonly text: string;
  /** From 0 to 1; undefined if not known. */
  readonly share: number | undefined;
}

export function ProgressBar({ label, text, share }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(share * 100);
  return (
    <div className="grid gap-1">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuetext={percent === undefined ? text : `${text} ${percent}%`}
        {...(percent !== undefined && { "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 })}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-press transition-[width] duration-150"
          style={{ width: `${percent ?? 0}%` }}
        />
      </div>
      <p aria-hidden className="tabular flex justify-between text-muted text-sm">
        <span>{text}</span>
        {percent !== undefined && <span>{percent}%</span>}
      </p>
    </div>
  );
}
