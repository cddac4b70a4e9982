import { LineDrawing } from "../../ui/line-drawing.tsx";

/** A road under construction: a barrier, a heap of stones, and the rest drawn in dashes. */
export function UnfinishedRoadPicture() {
  return (
    <LineDrawing viewBox="0 0 360 240" className="h-auto w-full">
      <circle cx="180" cy="82" r="26" fill="var(--marigold)" />
      <path
        d="M6 158C60 62 124 66 180 122C236 66 300 62 354 158V236H6Z"
        fill="var(--press-wash)"
        stroke="none"
      />
      <path d="M6 158C60 62 124 66 180 122C236 66 300 62 354 158" />
      <path d="M6 176C104 150 256 150 354 176V236H6Z" fill="var(--card)" stroke="none" />
      <path d="M6 176C104 150 256 150 354 176" />
      <path d="M112 236L148 192M248 236L212 192" />
      <path d="M154 184L172 160M206 184L188 160" strokeDasharray="6 8" />
      <path d="M180 234v-30" stroke="var(--marigold)" strokeWidth="4" strokeDasharray="1 12" />
      <path d="M132 214v-24m96 24v-24" />
      <rect x="118" y="166" width="124" height="26" rx="5" fill="var(--marigold-wash)" />
      <path d="M146 166l-16 26m48-26l-16 26m48-26l-16 26m46-24l-14 22" />
      <path d="M272 222c2-14 14-16 20-8c4-12 20-12 22 2c10-4 16 2 16 6Z" fill="var(--wash)" />
      <path d="M288 214l6 3m14-5l6 4" />
      <path d="M38 222h44m-36 0l6-26h16l6 26m-25-10h22" fill="var(--marigold-wash)" />
    </LineDrawing>
  );
}
