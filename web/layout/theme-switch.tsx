const THEMES = [
  [
    "light",
    "Light",
    "M12 3v2m0 14v2m9-9h-2M5 12H3m15.4-6.4L17 7M7 17l-1.4 1.4m12.8 0L17 17M7 7 5.6 5.6M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z",
  ],
  ["dark", "Dark", "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z"],
  ["system", "System", "M4 5h16v11H4zM9 20h6m-3-4v4"],
] as const;

/** The script is layout/static/theme.ts; without scripts, the switch is hidden. */
export function ThemeSwitch() {
  return (
    <fieldset
      data-theme-switch
      className="needs-script flex w-fit flex-wrap rounded-control border border-edge bg-paper p-1"
    >
      <legend className="sr-only">Colour theme</legend>
      {THEMES.map(([value, name, icon]) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-2 rounded-[0.4rem] px-3 text-sm font-medium text-muted has-checked:bg-press-wash has-checked:text-press has-checked:ring-1 has-checked:ring-press has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="theme"
            value={value}
            defaultChecked={value === "system"}
            className="sr-only"
          />
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="size-4 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
          >
            <path d={icon} />
          </svg>
          {name}
        </label>
      ))}
    </fieldset>
  );
}
