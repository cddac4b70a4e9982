import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Maarga",
    description: "Counselling and mentoring for NEET and CET admissions in Karnataka.",
    path: "/contact",
  });

export default function ContactPage() {
  return (
    <PublicFrame current="/contact">
      <h1>Contact</h1>
    </PublicFrame>
  );
}
