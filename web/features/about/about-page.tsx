import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Maarga",
    description: "Counselling and mentoring for NEET and CET admissions in Karnataka.",
    path: "/about",
  });

export default function AboutPage() {
  return (
    <PublicFrame current="/about">
      <h1>About</h1>
    </PublicFrame>
  );
}
