// What a page without React still needs.
import { contactForm } from "./features/contact/contact-form-script.ts";
import { passOnMailedLink } from "./layout/static/forward-mailed-link.ts";
import { closeMenuElsewhere } from "./layout/static/menu.ts";
import { sayNotice } from "./layout/static/notice.ts";
import { pointToPricing } from "./layout/static/pricing-links.ts";
import { themeSwitch } from "./layout/static/theme.ts";

passOnMailedLink();
closeMenuElsewhere();
contactForm();
pointToPricing();
sayNotice();
themeSwitch();
document.documentElement.dataset.ready = "";
