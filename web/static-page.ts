// The only script of the static pages, which run without React.
import { setUpContactForm } from "./features/contact/contact-form-script.ts";
import { showPrices } from "./features/home/show-prices.ts";
import { forwardMailedLink } from "./layout/static/forward-mailed-link.ts";
import { setUpMenu } from "./layout/static/menu.ts";
import { showNotice } from "./layout/static/notice.ts";
import { pointLinksToPricing } from "./layout/static/pricing-links.ts";
import { setUpThemeSwitch } from "./layout/static/theme.ts";

forwardMailedLink();
setUpMenu();
setUpContactForm();
pointLinksToPricing();
showNotice();
showPrices();
setUpThemeSwitch();
document.documentElement.dataset.ready = "";
