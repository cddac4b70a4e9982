// The script of the pages for signing in. The build replaces React by Preact in it: the same components at a sixth of the
// weight (docs/decisions/0048-sign-in-pages.md).
import { render } from "preact";
import { createElement } from "react";
import type { SignInPath } from "./features/auth/sign-in-context.ts";
import { SignInPages } from "./features/auth/sign-in-pages.tsx";
import { repeatEarlyInput } from "./layout/early-input.ts";
import { loadFonts } from "./layout/fonts.ts";
import { receiveHandOver } from "./layout/hand-over.ts";

receiveHandOver();
const place = document.getElementById("sign-in") as HTMLElement;
// Keeps the elements of the page, and with them the text that was typed into them.
render(createElement(SignInPages, { path: location.pathname as SignInPath }) as never, place);
delete document.documentElement.dataset.restoring;
repeatEarlyInput();
loadFonts();
document.documentElement.dataset.ready = "";
