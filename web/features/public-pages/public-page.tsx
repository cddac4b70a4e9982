import { PublicFrame } from "../../layout/public-frame.tsx";
import { publicMeta } from "../../layout/public-meta.ts";
import "./public-page.css";

export const handle = { isStatic: true };

/** The shell of the pages that the server writes from the closing ranks. server/public-pages/ replaces its marks. */
export const meta = () =>
  publicMeta({ title: "%PAGE_TITLE%", description: "%PAGE_DESCRIPTION%", path: "%PAGE_PATH%" });

export default function PublicPage() {
  return (
    <PublicFrame>
      <div className="public-page mx-auto max-w-6xl px-4 py-6 sm:px-6">%PAGE_CONTENT%</div>
    </PublicFrame>
  );
}
