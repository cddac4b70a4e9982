import type { ReactNode } from "react";
import { cn } from "../ui/class-names.ts";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

const HEADER_LINKS = [
  ["Home", "/"],
  ["Cut-offs", "/cutoffs"],
  ["About Us", "/about"],
  ["Pricing", "/pricing"],
] as const;

const ACCOUNT_LINKS = [
  ["Login", "/login"],
  ["Register", "/auth#register"],
] as const;

const FOOTER_LINKS = [
  ["About", "/about"],
  ["Pricing", "/pricing"],
  ["Contact", "/contact"],
  ["Guides", "/guides"],
  ["Cut-offs", "/cutoffs"],
  ["Colleges", "/colleges"],
] as const;

const LEGAL_LINKS = [
  ["Terms and Conditions", "/terms"],
  ["Cancellation and Refund", "/cancellation-and-refund"],
  ["Shipping and Delivery", "/shipping-and-delivery"],
  ["Privacy Policy", "/privacy-policy"],
] as const;

interface PublicFrameProps {
  readonly children: ReactNode;
  /** The page's path, to mark its link as the current one. */
  readonly current?: string;
}

/**
 * The header and footer of every public page. They work without React in the browser; web/static-page.ts has their
 * scripts.
 */
export function PublicFrame({ children, current }: PublicFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="rounded-control bg-press px-4 py-3 font-semibold text-on-press not-focus:sr-only focus:absolute focus:top-2 focus:left-2 focus:z-30"
      >
        Skip to content
      </a>
      <Header current={current} />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer current={current} />
    </div>
  );
}

interface CurrentPage {
  readonly current: string | undefined;
}

function Header({ current }: CurrentPage) {
  return (
    <header className="sticky top-0 z-20 border-b bg-paper print:hidden">
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <HomeLink mayShrink />
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          {HEADER_LINKS.map(([name, href]) => (
            <a
              key={href}
              href={href}
              aria-current={href === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center rounded-control px-2.5 font-medium text-muted hover:text-ink lg:px-3.5 aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-marigold aria-[current]:decoration-2 aria-[current]:underline-offset-8"
            >
              {name}
            </a>
          ))}
          <ContactLink current={current} className="mx-1.5 lg:mx-3" />
          {ACCOUNT_LINKS.map(([name, href]) => (
            <a
              key={href}
              href={href}
              data-signed-in-href="/pricing"
              className="inline-flex min-h-11 items-center rounded-control px-2.5 font-semibold text-press hover:bg-press-wash lg:px-3.5"
            >
              {name}
            </a>
          ))}
        </nav>
        <details data-menu className="group md:hidden">
          <summary className="-mr-2 inline-flex shrink-0 min-h-11 list-none items-center gap-2 rounded-control px-3 font-medium [&::-webkit-details-marker]:hidden">
            <MenuIcon />
            Menu
          </summary>
          <nav
            aria-label="Main"
            className="absolute inset-x-0 top-full grid border-b bg-paper px-4 pt-2 pb-5 shadow-[0_12px_24px_-16px_rgb(0_0_0/0.35)] sm:px-6"
          >
            {HEADER_LINKS.map(([name, href]) => (
              <a
                key={href}
                href={href}
                aria-current={href === current ? "page" : undefined}
                className="flex min-h-12 items-center border-b text-lg font-medium aria-[current]:text-press"
              >
                {name}
              </a>
            ))}
            <ContactLink current={current} className="mt-4" />
            <div className="mt-3 grid columns-from-[7rem] gap-3">
              {ACCOUNT_LINKS.map(([name, href]) => (
                <a
                  key={href}
                  href={href}
                  data-signed-in-href="/pricing"
                  className="flex min-h-12 items-center justify-center rounded-control border border-edge px-4 text-lg font-semibold text-press"
                >
                  {name}
                </a>
              ))}
            </div>
          </nav>
        </details>
      </div>
      {/* The notice from layout/static/notice.ts is part of the layout, so it covers nothing. */}
      <p data-notice role="alert" className="mx-auto max-w-6xl px-4 pb-3 font-medium empty:hidden sm:px-6" />
    </header>
  );
}

/** On a small screen with large text, the name wraps and is cut off, so that the menu button stays visible. */
function HomeLink({ mayShrink = false }: { mayShrink?: boolean }) {
  return (
    <a
      href="/"
      aria-label="Maarga, home"
      className="inline-flex min-h-11 min-w-0 items-center rounded-control"
    >
      <Logo className={cn(mayShrink && "h-8 flex-wrap overflow-hidden")} />
    </a>
  );
}

function ContactLink({ current, className }: CurrentPage & { className?: string }) {
  return (
    <a
      href="/contact"
      aria-current={current === "/contact" ? "page" : undefined}
      className={cn(
        "inline-flex min-h-11 items-center justify-center rounded-control bg-press px-5 font-semibold text-on-press hover:bg-press-hover",
        className,
      )}
    >
      Contact Us
    </a>
  );
}

function MenuIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-5 fill-none stroke-current stroke-2 [stroke-linecap:round]"
    >
      <path d="M4 7h16M4 12h16M4 17h16" className="in-open:hidden" />
      <path d="m6 6 12 12M18 6 6 18" className="hidden in-open:block" />
    </svg>
  );
}

function Footer({ current }: CurrentPage) {
  return (
    <footer className="border-t bg-wash print:hidden">
      <div className="mx-auto grid max-w-6xl columns-from-[8rem] gap-x-6 gap-y-8 px-4 py-10 sm:px-6 md:grid-cols-[1.4fr_1fr_1fr] md:gap-x-10">
        <div className="col-span-full grid content-start gap-4 md:col-span-1">
          <HomeLink />
          <p className="max-w-sm text-muted">
            Counselling and mentoring for NEET and CET admissions in Karnataka.
          </p>
          <address className="grid justify-items-start not-italic">
            <a
              href="mailto:%SUPPORT_EMAIL%"
              data-needs="%SUPPORT_EMAIL%"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              %SUPPORT_EMAIL%
            </a>
            <a
              href="tel:+%SUPPORT_PHONE_DIGITS%"
              data-needs="%SUPPORT_PHONE%"
              className="tabular inline-flex min-h-11 items-center underline underline-offset-4"
            >
              %SUPPORT_PHONE%
            </a>
          </address>
        </div>
        <FooterLinks title="Maarga" links={FOOTER_LINKS} current={current} />
        <FooterLinks title="Legal" links={LEGAL_LINKS} current={current} />
        <div className="col-span-full flex flex-col gap-6 border-t border-edge/40 pt-6 md:flex-row md:items-center md:justify-between">
          <p className="max-w-prose text-sm text-muted">
            Maarga is a private service. It is not part of KEA, MCC, NTA or any other authority; their notices
            prevail over anything said here.
          </p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

interface FooterLinksProps extends CurrentPage {
  readonly title: string;
  readonly links: readonly (readonly [name: string, href: string])[];
}

function FooterLinks({ title, links, current }: FooterLinksProps) {
  return (
    <nav aria-label={title === "Maarga" ? "More pages" : title}>
      <p className="font-heading font-semibold" aria-hidden="true">
        {title}
      </p>
      <ul className="mt-1">
        {links.map(([name, href]) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center py-1.5 leading-snug text-muted hover:text-ink hover:underline hover:underline-offset-4 aria-[current]:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
