import { type ReactNode, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import "./app.css";
import { EARLY_INPUT_SCRIPT, repeatEarlyInput } from "./layout/early-input.ts";
import { loadFonts } from "./layout/fonts.ts";
import { LeaveGuard } from "./layout/leaving.tsx";
import { OVERVIEW_SCRIPT } from "./layout/overview-script.ts";
import { PageFailed } from "./layout/page-failed.tsx";
import { usePageFocus } from "./layout/page-focus.ts";
import { useIsStaticPage } from "./layout/page-kind.ts";
import { SHELL_SCRIPT } from "./layout/shell-script.ts";
import staticPageScript from "./static-page.ts?worker&url";
import { ToastPlace } from "./ui/toaster.tsx";

/** Runs before the first paint, so that a dark page never flashes light. */
const THEME_SCRIPT = `var t=/(?:^|; )theme=(light|dark)/.exec(document.cookie);if(t)document.documentElement.dataset.theme=t[1]`;

export function Layout({ children }: { children: ReactNode }) {
  const isStatic = useIsStaticPage();
  return (
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        {!isStatic && (
          <script
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which the app itself does not need
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? EARLY_INPUT_SCRIPT : "" }}
          />
        )}
        {!isStatic && (
          <script
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? SHELL_SCRIPT : "" }}
          />
        )}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1519" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isStatic ? <script src={staticPageScript} defer /> : <AppScripts />}
      </body>
    </html>
  );
}

function AppScripts() {
  const hasShell = useMatches().some(({ id }) => id === "layout/shell");
  return (
    <>
      {/* biome-ignore-start lint/security/noDangerouslySetInnerHtml: the server escapes the JSON, so that it cannot close the tag */}
      <script
        id="settings"
        type="application/json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: "%CONFIG_JSON%" }}
      />
      {hasShell && (
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? OVERVIEW_SCRIPT : "" }}
        />
      )}
      {/* biome-ignore-end lint/security/noDangerouslySetInnerHtml: see above */}
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

export default function Root() {
  usePageFocus();
  useEffect(repeatEarlyInput, []);
  useEffect(loadFonts, []);
  if (useIsStaticPage()) return <Outlet />;
  return (
    <LeaveGuard>
      <Outlet />
      {/* Toasts appear here while no page is shown, such as right after a login. */}
      <ToastPlace level="fallback" className="fixed inset-x-3 top-3 z-50 mx-auto max-w-md" />
    </LeaveGuard>
  );
}

export function ErrorBoundary() {
  return <PageFailed />;
}
