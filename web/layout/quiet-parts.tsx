import { type ComponentType, useEffect, useState } from "react";
import { useOwnProfile } from "../queries/own-profile.ts";

export { keepApp } from "./keep-app.ts";

/** Warns of a bad address. This file has what the shell loads once the page is quiet. */
export function QuietParts() {
  const isBad = useOwnProfile().data?.bounces;
  const [Notice, setNotice] = useState<ComponentType>();
  useEffect(() => {
    if (isBad)
      import("./bad-address/bad-address-notice.tsx").then(
        // The notice decides itself how long it stays.
        (part) => setNotice(() => part.BadAddressNotice),
        // The page works without it, and the next one asks again.
        () => undefined,
      );
  }, [isBad]);
  return Notice ? <Notice /> : null;
}
