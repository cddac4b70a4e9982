import { useEffect, useRef } from "react";
import { settings } from "../../backend/settings.ts";
import { Guide } from "./guide.tsx";
import { startReading } from "./reading/start-reading.ts";

export const meta = () => [{ title: "Guides · Maarga" }];

export default function GuidesInShellPage() {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const guide = page.current?.querySelector(".guide");
    if (!guide) return;
    // The browser looked for the target of the URL before the guide was rendered.
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    guide.toggleAttribute("data-opened-at-target", target !== null);
    if (target) scrollToTarget(target);
    return startReading(guide);
  }, []);
  return (
    <div ref={page} className="[--guide-sticky-top:3.5rem]">
      <Guide support={<SupportContacts />} />
    </div>
  );
}

/** Scrolls again once the fonts have loaded and may have moved the target, unless the reader has scrolled since. */
async function scrollToTarget(target: Element): Promise<void> {
  target.scrollIntoView();
  const scrolledTo = window.scrollY;
  await document.fonts.ready;
  if (window.scrollY === scrolledTo) target.scrollIntoView();
}

function SupportContacts() {
  const { email, phone } = settings().support;
  return (
    <>
      <a href="/contact">Contact us</a>
      {email && (
        <>
          , <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {phone && (
        <>
          , <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
        </>
      )}
    </>
  );
}
