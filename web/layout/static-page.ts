// What a page without React still needs.
import { contactForm } from "./static/contact-form.ts";
import { passOnMailedLink } from "./static/mailed-link.ts";
import { closeMenuElsewhere } from "./static/menu.ts";
import { sayNotice } from "./static/notice.ts";
import { pointToPricing } from "./static/signed-in.ts";
import { themeSwitch } from "./static/theme.ts";

passOnMailedLink();
closeMenuElsewhere();
contactForm();
pointToPricing();
sayNotice();
themeSwitch();
document.documentElement.dataset.ready = "";
