import { useEffect, useRef } from "react";
import { buttonClasses } from "../../../ui/button.tsx";
import { CopyRow } from "../../../ui/copy-row.tsx";
import type { NewApp } from "./enroll-app.ts";
import { StepHeading } from "./step-heading.tsx";

/** The secret, as a QR code for another device, and as a link and as text for this one. */
export function ScanCode({ app: { totp } }: { app: NewApp }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Add Maarga to your app"
      className="grid scroll-mt-20 gap-4 outline-none"
    >
      <StepHeading number={1}>Add Maarga to your app</StepHeading>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <img
          src={totp.qr_code}
          alt="QR code for your authenticator app"
          width={208}
          height={208}
          className="rounded-control border"
        />
        <div className="grid min-w-0 grow basis-56 content-start gap-3">
          <p>Scan this with the app. On the same phone, open the app from here:</p>
          <a href={totp.uri} className={buttonClasses({ variant: "secondary" })}>
            Open my app
          </a>
        </div>
      </div>
      <dl>
        <CopyRow name="Or type this key" value={inGroups(totp.secret)} copyText={totp.secret} />
      </dl>
    </section>
  );
}

const inGroups = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");
