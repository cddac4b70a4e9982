import { type ComponentType, useEffect, useState } from "react";
import { useOwnProfile } from "../queries/own-profile.ts";
import { keepApp } from "./keep-app.ts";

/** The parts of the shell that are loaded once the page is quiet: it keeps the app, and warns of a bad address. */
export function QuietParts() {
  useEffect(keepApp, []);
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
