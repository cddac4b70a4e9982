import { LineDrawing } from "../../../ui/line-drawing.tsx";

export function DocumentsPicture() {
  return (
    <LineDrawing viewBox="0 0 160 120" width="160" height="120">
      <path d="M20 104h120" />
      <path d="M40 98l-7-68 52-6" fill="var(--press-wash)" />
      <path d="M118 98l8-66-46-8" fill="var(--press-wash)" />
      <path d="M52 100V18h42l16 16v66Z" fill="var(--card)" />
      <path d="M94 18v16h16" />
      <path d="M63 40h20M63 53h36M63 66h36M63 79h16" />
      <circle cx="95" cy="84" r="8" fill="var(--marigold)" />
    </LineDrawing>
  );
}
