import { buttonClasses } from "../ui/button.tsx";

/** Runs before the scripts of the page. Without them, its HTML looks as if it were still loading. */
export const SCRIPTS_FAILED_SCRIPT = `addEventListener("error",function(event){
if(window.repeatEarlyInput&&event.target.matches&&event.target.matches("script,link[rel=modulepreload]"))document.documentElement.dataset.failed=""
},true)`;

/**
 * Shown while the attribute is set. A link, because a button would wait for the scripts. A function, so that the scripts of
 * the app do not contain it.
 */
export const scriptsFailedHtml =
  () => `<div role="alert" class="fixed inset-x-0 bottom-0 z-50 hidden flex-wrap items-center gap-x-4 gap-y-2 border-t bg-danger-wash px-4 py-3 in-data-failed:flex">
<p class="flex-[1_1_12rem]">This page could not be loaded. The connection may be weak.</p>
<a href="" class="${buttonClasses({ variant: "secondary" })}">Try again</a>
</div>`;
