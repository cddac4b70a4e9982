import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Maarga",
    description: "Counselling and mentoring for NEET and CET admissions in Karnataka.",
    path: "/",
  });

export default function HomePage() {
  return (
    <PublicFrame current="/">
      <h1>Home</h1>
    </PublicFrame>
  );
}
