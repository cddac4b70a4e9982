import { encode } from "uqr";

const QUIET_ZONE = 4;

/**
 * Returns the text as a QR code in SVG. The official client puts it into a data URL as it is, so it must not contain
 * characters such as "#".
 */
export function qrCodeSvg(text: string): string {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = size + 2 * QUIET_ZONE;
  const background = `<rect x='-${QUIET_ZONE}' y='-${QUIET_ZONE}' width='${side}' height='${side}' fill='white'/>`;
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='-${QUIET_ZONE} -${QUIET_ZONE} ${side} ${side}' ` +
    `width='${side * 5}' height='${side * 5}' shape-rendering='crispEdges'>${background}<path d='${cells.join("")}'/></svg>`
  );
}
