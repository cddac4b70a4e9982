import { type ComponentType, useEffect, useState } from "react";

/** What shows toasts comes when the page works already; whatever is said before waits for it. */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    import("./toaster.tsx").then(
      (module) => setToaster(() => module.Toaster),
      // Without it no toasts are shown; each form says the same in its place.
      () => {},
    );
  }, []);
  return Toaster ? <Toaster /> : null;
}
