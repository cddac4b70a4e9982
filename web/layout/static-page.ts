// What a page without React still needs.
import { closeMenuElsewhere } from "./static/menu.ts";
import { pointToPricing } from "./static/signed-in.ts";
import { themeSwitch } from "./static/theme.ts";

closeMenuElsewhere();
pointToPricing();
themeSwitch();
document.documentElement.dataset.ready = "";
