import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";
import "./app.css";
import { restoringScript } from "./features/auth/restoring.ts";
import { EARLY_INPUT_SCRIPT, repeatEarlyInput } from "./layout/early-input.ts";
import { earlyRequestsScript } from "./layout/early-requests.ts";
import { loadFonts } from "./layout/fonts.ts";
import { receiveHandOver } from "./layout/hand-over.ts";
import { LeaveGuard } from "./layout/leaving.tsx";
import { PageFailed } from "./layout/page-failed.tsx";
import { usePageFocus } from "./layout/page-focus.ts";
import { useEarlyRequests, useIsSignInPage, useIsStaticPage } from "./layout/page-kind.ts";
import { SCRIPTS_FAILED_SCRIPT, scriptsFailedHtml } from "./layout/scripts-failed.ts";
import { SHELL_SCRIPT } from "./layout/shell-script.ts";
import signInScript from "./sign-in.tsx?worker&url";
import staticPageScript from "./static-page.ts?worker&url";
import { THEME_SCRIPT } from "./theme-script.ts";
import { ToastPlace } from "./ui/toaster.tsx";

// Before the router reads the first history entry.
if (!import.meta.env.SSR) receiveHandOver();

/** The build writes the files of these scripts only if the app itself refers to them. */
export const handle = { scripts: [signInScript, staticPageScript] };

/** In the built app, Preact renders the children of the body only, and leaves the rest of the HTML as it is. */
const isInsideBody = !import.meta.env.SSR && !import.meta.env.DEV;

export function Layout({ children }: { children: ReactNode }) {
  return isInsideBody ? children : <Document>{children}</Document>;
}

function Document({ children }: { children: ReactNode }) {
  const isStatic = useIsStaticPage();
  const isSignIn = useIsSignInPage();
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
        {(!isStatic || isSignIn) && (
          <script
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which the app itself does not need
            dangerouslySetInnerHTML={{
              __html: import.meta.env.SSR ? EARLY_INPUT_SCRIPT + SCRIPTS_FAILED_SCRIPT : "",
            }}
          />
        )}
        {(!isStatic || isSignIn) && (
          <script
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? SHELL_SCRIPT : "" }}
          />
        )}
        {import.meta.env.SSR && isSignIn && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          <script dangerouslySetInnerHTML={{ __html: restoringScript() }} />
        )}
        {!isStatic && <SettingsData />}
        {!isStatic && <EarlyRequests />}
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
        {isSignIn ? <div id="sign-in">{children}</div> : children}
        {(!isStatic || isSignIn) && (
          <div
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, which the app itself does not need
            dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? scriptsFailedHtml() : "" }}
          />
        )}
        {isSignIn && <SettingsData />}
        {!isStatic && <AppScripts />}
        {isStatic && <script type="module" src={isSignIn ? signInScript : staticPageScript} />}
      </body>
    </html>
  );
}

function SettingsData() {
  return (
    <script
      id="settings"
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escapes the JSON, so that it cannot close the tag
      dangerouslySetInnerHTML={{ __html: "%CONFIG_JSON%" }}
    />
  );
}

function AppScripts() {
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  );
}

const useHasShell = (): boolean => useMatches().some(({ id }) => id === "layout/shell");

/** Before the style sheet, for which an inline script waits. */
function EarlyRequests() {
  const requests = useEarlyRequests();
  if (!useHasShell()) return null;
  return (
    <script
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of the page's route
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyRequestsScript(requests) : "" }}
    />
  );
}

export default function Root() {
  usePageFocus();
  // Before the next paint: a press on what it shows takes effect at once.
  useLayoutEffect(repeatEarlyInput, []);
  const hasShell = useHasShell();
  useEffect(() => {
    // The shell waits for the requests of its page.
    if (!hasShell) loadFonts();
  }, [hasShell]);
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
