import { type ReactNode, useEffect } from "react";
import { Logo } from "../../layout/logo.tsx";
import { focusHeadingIfLost } from "../../layout/page-focus.ts";
import { Card } from "../../ui/card.tsx";
import { ToastPlace } from "../../ui/toaster.tsx";

interface AuthFrameProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the pages for signing in. */
export function AuthFrame({ title, text, children }: AuthFrameProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new view
  useEffect(focusHeadingIfLost, [title]);
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-4 py-4 sm:py-8">
      <header>
        <a href="/" aria-label="Maarga, home" className="inline-flex min-h-11 items-center rounded-control">
          <Logo />
        </a>
      </header>
      <ToastPlace className="min-h-14 content-center" />
      <main className="sm:my-auto sm:pb-24">
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {text && <p className="mt-2 text-muted">{text}</p>}
        <Card className="mt-5">{children}</Card>
      </main>
    </div>
  );
}
