import { LineDrawing } from "../../ui/line-drawing.tsx";

const ROAD = "M120 422C250 422 344 412 344 374C344 328 148 344 148 290C148 238 418 270 418 212V196";

/** A road from the desk with the rank slip over the hills to the college. Its colours follow the theme. */
export function HeroPicture({ className }: { className?: string }) {
  return (
    <LineDrawing viewBox="0 0 560 480" className={className}>
      <clipPath id="hero-frame">
        <rect width="560" height="480" rx="20" />
      </clipPath>
      <g clipPath="url(#hero-frame)">
        <Sky />
        <path
          d="M-4 238C70 150 128 150 178 196C232 104 316 102 372 176C424 132 500 144 564 222V420H-4Z"
          fill="var(--press-wash)"
        />
        <path d="M60 214c14-18 26-28 40-34M232 150c14-14 26-20 40-22M474 178c16 4 28 12 40 24" />
        <path d="M-4 322C96 262 206 262 292 312C384 262 470 262 564 310V440H-4Z" fill="var(--card)" />
        <path d={ROAD} strokeWidth="31" />
        <path d={ROAD} stroke="var(--wash)" strokeWidth="26" />
        <path d={ROAD} stroke="var(--marigold)" strokeDasharray="1 15" strokeWidth="4" />
        <College />
        <Palms />
        <Sign x={52} y={344} name="Options" />
        <Sign x={388} y={346} name="Rounds" />
        <Desk />
      </g>
    </LineDrawing>
  );
}

function Sky() {
  return (
    <>
      <circle cx="178" cy="150" r="38" fill="var(--marigold)" />
      <path d="M84 72c6-9 13-9 17 0c4-9 11-9 17 0M132 44c5-7 10-7 13 0c3-7 8-7 13 0" />
      <path
        d="M448 78h54c12 0 12-18 0-18c-2-14-22-16-27-4c-10-6-20 1-18 10c-14-3-20 12-9 12Z"
        fill="var(--card)"
      />
    </>
  );
}

/** A gate with a dome in the style of Bengaluru's old colleges. */
function College() {
  return (
    <g fill="var(--card)">
      <path d="M352 204v-56h132v56Z" />
      <path d="M398 148v-18h40v18Z" />
      <path d="M402 130c0-26 32-26 32 0Z" fill="var(--marigold-wash)" />
      <path d="M418 110V88m0 0h18l-5 6l5 6h-18" />
      <path d="M346 148h144" />
      <path d="M368 162v28m14-28v28m72-28v28m14-28v28" />
      <path d="M405 204v-22c0-17 26-17 26 0v22" fill="var(--wash)" />
      <path d="M340 204h62m32 0h62" />
    </g>
  );
}

function Palms() {
  return (
    <>
      <path d="M30 312c2-20 1-34 6-52" />
      <path
        d="M36 260c-14-8-24-4-30 6c12-3 20-4 30-6c-6-12-2-18 8-22c0 10-2 16-8 22c8-6 20-6 26 4c-10-1-18-2-26-4"
        fill="var(--press-wash)"
      />
      <path d="M498 308c0-16-1-26 3-40" />
      <path
        d="M501 268c-12-7-20-4-25 5c10-3 17-3 25-5c-5-10-2-16 6-19c1 9-1 14-6 19c7-5 17-5 22 4c-9-1-15-2-22-4"
        fill="var(--press-wash)"
      />
    </>
  );
}

function Sign({ x, y, name }: { x: number; y: number; name: string }) {
  return (
    <g>
      <path d={`M${x + 46} ${y}v26`} />
      <rect x={x} y={y - 28} width="92" height="30" rx="6" fill="var(--marigold-wash)" />
      <SignText x={x + 46} y={y - 7}>
        {name}
      </SignText>
    </g>
  );
}

function SignText({ x, y, children }: { x: number; y: number; children: string }) {
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      fill="var(--ink)"
      stroke="none"
      className="font-heading text-[17px] font-semibold"
    >
      {children}
    </text>
  );
}

function Desk() {
  return (
    <g>
      <path d="M-4 440h568v44H-4Z" fill="var(--marigold-wash)" />
      {/* the rank slip at the start of the road */}
      <path d="M34 456l22-66h104l-14 66Z" fill="var(--card)" />
      <SignText x={108} y={414}>
        Rank
      </SignText>
      <path d="M70 428h66M66 441h44" />
      {/* a steel tumbler, a pencil and two books */}
      <path d="M482 440l-5-42h34l-5 42Z" fill="var(--card)" />
      <path d="M478 407h32" />
      <path d="M236 458l70-9l8 4l-7 6l-70 8Z" fill="var(--marigold)" />
      <path d="M372 440v-16h92v16ZM380 424v-15h76v15Z" fill="var(--press-wash)" />
      <path d="M392 409v15M388 424v16" />
    </g>
  );
}
