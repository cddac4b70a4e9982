import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// The first call throws the promise of the decoded page data. React would wait for it, Preact only inside of a Suspense.
try {
  HydratedRouter({});
} catch (pending) {
  await pending;
}
hydrateRoot(document, createElement(HydratedRouter));
