import { Guide } from "./guide.tsx";
import guideScript from "./reading/static-guide.ts?worker&url";

export const handle = { isStatic: true };

export default function GuidesPage() {
  return (
    <main className="mx-auto max-w-6xl px-4 py-6">
      <noscript>
        <style>{".needs-script{display:none!important}"}</style>
      </noscript>
      <Guide support={<OperatorsContacts />} />
      <script src={guideScript} defer />
    </main>
  );
}

function OperatorsContacts() {
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
