import { encode } from "uqr";

const QUIET_ZONE = 4;

/** The code is black on white in the dark theme too, because many scanners cannot read anything else. */
export function UpiQr({ link, label }: { link: string; label: string }) {
  const { data, size } = encode(link, { ecc: "M", border: 0 });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      className="w-full max-w-64 rounded-control"
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={cells.join("")} fill="#000" />
    </svg>
  );
}
