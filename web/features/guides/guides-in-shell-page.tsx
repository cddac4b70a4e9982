import { useEffect, useRef } from "react";
import { settings } from "../../backend/settings.ts";
import { PageSkeleton } from "../../ui/page-skeleton.tsx";
import { Guide } from "./guide.tsx";
import { keepInView } from "./reading/keep-in-view.ts";
import { startReading } from "./reading/start-reading.ts";

export const meta = () => [{ title: "Guides · Maarga" }];

export const handle = { skeleton: <PageSkeleton title="The way from rank to seat" /> };

export default function GuidesInShellPage() {
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const guide = page.current?.querySelector(".guide");
    if (!guide) return;
    // The browser looked for the target of the URL before the guide was rendered.
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    guide.toggleAttribute("data-opened-at-target", target !== null);
    const release = target ? keepInView(target, guide) : undefined;
    const stopReading = startReading(guide);
    return () => {
      release?.();
      stopReading();
    };
  }, []);
  return (
    <div ref={page} className="[--guide-sticky-top:3.5rem]">
      <Guide support={<SupportContacts />} />
    </div>
  );
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
