import { type MouseEvent, type ReactNode, use } from "react";
import { SignInContext, type SignInPath } from "./sign-in-context.ts";

interface PageLinkProps {
  readonly to: SignInPath;
  readonly className: string;
  readonly children: ReactNode;
}

/** A link between the pages for signing in. */
export function PageLink({ to, className, children }: PageLinkProps) {
  const { openPage } = use(SignInContext);
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openPage(to);
  };
  return (
    <a href={to} onClick={follow} className={className}>
      {children}
    </a>
  );
}
