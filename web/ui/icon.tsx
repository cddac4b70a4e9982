/** Lucide's shapes for the components of the sign-in page. Lucide's own code would exceed that page's weight budget. */
const PATHS = {
  alert: "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 8v4M12 16h.01",
  warning: "m21.7 18-8-14a2 2 0 0 0-3.5 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3M12 9v4M12 17h.01",
  good: "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M9 12l2 2 4-4",
  info: "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 16v-4M12 8h.01",
  close: "M18 6 6 18M6 6l12 12",
  down: "m6 9 6 6 6-6",
  eye: "M2 12a10.8 10.8 0 0 1 20 0 10.8 10.8 0 0 1-20 0M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6",
  "eye-off": "M2 12a10.8 10.8 0 0 1 20 0 10.8 10.8 0 0 1-20 0M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6M3 3l18 18",
};

export function Icon({ shape, className }: { shape: keyof typeof PATHS; className: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[shape]} />
    </svg>
  );
}
