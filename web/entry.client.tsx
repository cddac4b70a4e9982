import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// In the built app, Preact renders the children of the body: see `Layout` in root.tsx.
hydrateRoot(import.meta.env.DEV ? document : document.body, createElement(HydratedRouter));
