import type { ReactNode } from "react";
import { PageTitle } from "./page-title.tsx";
import { Skeleton } from "./skeleton.tsx";

interface Props {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** A page without its data. It is part of the HTML of the page and painted before the scripts arrive. */
export function PageSkeleton({ title, text, children = <Skeleton className="h-60" /> }: Props) {
  return (
    <>
      <PageTitle title={title} text={text} />
      <p role="status" className="sr-only">
        Loading
      </p>
      {children}
    </>
  );
}
