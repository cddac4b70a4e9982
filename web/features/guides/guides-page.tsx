import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";
import { Guide } from "./guide.tsx";
import guideScript from "./reading/static-guide.ts?worker&url";

export const handle = { isStatic: true };

export const meta = () =>
  publicMeta({
    title: "Guides: UG CET, UG NEET, PGCET and PG NEET in Karnataka · Maarga",
    description:
      "The way from rank to seat in Karnataka, step by step: who does what, the four choices and their money, documents to print, clauses, reservation, last year’s dates and fourteen common mistakes.",
    path: "/guides",
  });

export default function GuidesPage() {
  return (
    <PublicFrame current="/guides">
      <noscript>
        <style>{".guide-with-script{display:none!important}"}</style>
      </noscript>
      <div className="mx-auto max-w-6xl px-4 py-6 [--guide-sticky-top:4rem] sm:px-6">
        <Guide support={<SupportContacts />} />
      </div>
      <script src={guideScript} defer />
    </PublicFrame>
  );
}

function SupportContacts() {
  return (
    <>
      <a href="/contact">Contact us</a>
      <span data-needs="%SUPPORT_EMAIL%">
        , <a href="mailto:%SUPPORT_EMAIL%">%SUPPORT_EMAIL%</a>
      </span>
      <span data-needs="%SUPPORT_PHONE%">
        , <a href="tel:+%SUPPORT_PHONE_DIGITS%">%SUPPORT_PHONE%</a>
      </span>
    </>
  );
}
