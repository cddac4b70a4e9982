import { LineDrawing } from "../../ui/line-drawing.tsx";

/** A path that ends in the grass, and a signpost that points both ways. */
export function ForkPicture() {
  return (
    <LineDrawing viewBox="0 0 360 240" className="h-auto w-full">
      <circle cx="284" cy="66" r="24" fill="var(--marigold)" />
      <path
        d="M6 168C50 96 96 90 136 132C186 72 252 74 288 126C314 106 340 118 354 152"
        fill="var(--press-wash)"
      />
      <path d="M6 168C104 134 248 132 354 152V236H6Z" fill="var(--card)" stroke="none" />
      <path d="M6 168C104 134 248 132 354 152" />
      <path d="M44 236C60 196 118 196 150 184" />
      <path d="M104 236C112 216 144 208 166 200" />
      <path d="M78 228c10-14 24-20 40-25" stroke="var(--marigold)" strokeWidth="4" strokeDasharray="1 12" />
      <path d="M158 192l-4-14m12 10l0-15m8 17l5-12m2 20l10-9M186 204l13-3" />
      <path d="M246 218V92" />
      <path d="M246 104h62l14 14l-14 14h-62Z" fill="var(--marigold-wash)" />
      <path d="M246 142h-54l-14 13l14 13h54Z" fill="var(--marigold-wash)" />
      <path d="M264 118h28M204 155h26" />
      <path d="M228 218h36M290 212l4-8m6 8l4-8" />
    </LineDrawing>
  );
}
