import { QueryClientProvider } from "@tanstack/react-query";
import { PanelLeft } from "lucide-react";
import { type ComponentType, type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { useMatches } from "react-router";
import { createQueryClient } from "../backend/query-client.ts";
import { settings } from "../backend/settings.ts";
import { fillFromOverview } from "../queries/overview.ts";
import { cn } from "../ui/class-names.ts";
import { Sheet } from "../ui/sheet.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { ToastPlace } from "../ui/toaster.tsx";
import { blockLinksOffline } from "./block-links-offline.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { loadFonts } from "./fonts.ts";
import { isPhone, useIsPhone } from "./phone.ts";
import { ProfileFirst } from "./profile-first.tsx";
import { useCollapsed } from "./sidebar/collapsed.ts";
import { useSidebarShortcut } from "./sidebar/shortcut.ts";
import { Sidebar } from "./sidebar/sidebar.tsx";
import { useSessionGuard } from "./use-session-guard.tsx";
import { whenQuiet } from "./when-quiet.ts";

/** The page's own requests come first: on a slow line, fonts and the files to keep would delay them. */
const FONTS_QUIET_MS = 100;
const KEEPING_QUIET_MS = 1_000;
/** Then the menu of a phone is rendered before the first tap on it. */
const MENU_QUIET_MS = 500;

/**
 * The sidebar and header around every signed-in page. Without a session yet, as in the prerendered HTML, it shows the
 * skeleton that the route of the page has in its `handle`, which also says how wide the page is: a width that depended on
 * the content would change while the content arrives.
 */
export default function Shell() {
  const { isSignedIn, redirect } = useSessionGuard();
  const { skeleton, isWide } = usePageFrame();
  const [QuietParts, setQuietParts] = useState<ComponentType>();
  const [queryClient] = useState(() => fillFromOverview(createQueryClient()));
  useEffect(() => {
    if (!isSignedIn) return;
    const stopFonts = whenQuiet(queryClient, FONTS_QUIET_MS, loadFonts);
    const stopMenu = whenQuiet(queryClient, MENU_QUIET_MS, () => setIsMenuReady(true));
    const stopKeeping = whenQuiet(queryClient, KEEPING_QUIET_MS, () => {
      // Loaded on demand: the page works without it.
      import("./quiet-parts.tsx").then(
        (part) => {
          part.keepApp();
          setQuietParts(() => part.QuietParts);
        },
        () => undefined,
      );
    });
    return () => {
      stopFonts();
      stopMenu();
      stopKeeping();
    };
  }, [isSignedIn, queryClient]);
  // At the document, because the menu of a phone is outside of this element.
  useEffect(() => {
    document.addEventListener("click", blockLinksOffline, { capture: true });
    return () => document.removeEventListener("click", blockLinksOffline, { capture: true });
  }, []);
  const isOnPhone = useIsPhone();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [sheetOpen, setSheetOpen] = useState(false);
  const [isMenuReady, setIsMenuReady] = useState(false);
  // The settings of a kept page may be replaced later.
  const support = import.meta.env.SSR ? undefined : settings().support;
  // The same elements in each render, so that a tap on the menu renders only what it changes.
  const menu = useMemo(() => <Sidebar support={support} onNavigate={() => setSheetOpen(false)} />, [support]);
  const headerParts = useMemo(
    () => (
      <>
        <Breadcrumb />
        <ToastPlace className="ml-auto has-data-toast:flex-1 md:max-w-md" />
      </>
    ),
    [],
  );
  const main = useMemo(
    () => (
      <main
        id="main"
        tabIndex={-1}
        className={cn("mx-auto w-full flex-1 p-4 outline-none md:p-8", isWide ? "max-w-7xl" : "max-w-5xl")}
      >
        {isSignedIn && QuietParts && <QuietParts />}
        {isSignedIn ? <ProfileFirst /> : skeleton}
      </main>
    ),
    [isSignedIn, QuietParts, skeleton, isWide],
  );
  // A tap from before the scripts have run is repeated before `isOnPhone` is true.
  const toggle = useCallback(
    () => (isPhone() ? setSheetOpen((open) => !open) : toggleCollapsed()),
    [toggleCollapsed],
  );
  useSidebarShortcut(toggle);
  if (redirect) return redirect;

  return (
    <QueryClientProvider client={queryClient}>
      {!isSignedIn && (
        <div className="hidden in-data-visitor:block">
          <Spinner label="Loading" page />
        </div>
      )}
      <div className={cn("flex min-h-dvh", !isSignedIn && "in-data-visitor:hidden")}>
        <a
          href="#main"
          className="z-50 rounded-control bg-press px-4 py-3 text-on-press not-focus:sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to the page
        </a>
        {!isOnPhone ? (
          <aside className="sticky top-0 flex h-dvh w-64 shrink-0 flex-col border-r bg-card transition-[width] duration-150 in-data-[sidebar=collapsed]:w-12 max-md:hidden print:hidden">
            {isSignedIn && <Sidebar collapsed={collapsed} support={support} />}
          </aside>
        ) : (
          isSignedIn &&
          (isMenuReady || sheetOpen) && (
            <Sheet staysMounted open={sheetOpen} onOpenChange={setSheetOpen} title="Menu" titleHidden>
              {menu}
            </Sheet>
          )
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="group/header sticky top-0 z-10 flex min-h-14 shrink-0 items-center gap-1 border-b bg-paper px-2 py-1 md:px-4 print:hidden">
            <button
              type="button"
              onClick={toggle}
              aria-label="Toggle Sidebar"
              aria-expanded={isOnPhone ? sheetOpen : !collapsed}
              className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-wash md:size-9"
            >
              <PanelLeft aria-hidden className="size-5" />
            </button>
            {headerParts}
          </header>
          {main}
        </div>
      </div>
    </QueryClientProvider>
  );
}

interface PageFrame {
  readonly skeleton?: ReactNode;
  /** For a page that is wider than the others. */
  readonly isWide?: boolean;
}

function usePageFrame(): PageFrame {
  return (useMatches().at(-1)?.handle ?? {}) as PageFrame;
}
