import { type ComponentType, useEffect, useState } from "react";

/** Loads the toaster once the page works. Toasts shown earlier appear when it is ready. */
export function LazyToaster() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(() => {
    import("./toaster.tsx").then(
      (module) => setToaster(() => module.Toaster),
      // Without it no toasts are shown. Each form shows the same message itself.
      () => {},
    );
  }, []);
  return Toaster ? <Toaster /> : null;
}
