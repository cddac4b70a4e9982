import { SESSION_KEY } from "../backend/stored-session.ts";

/**
 * Runs before the first paint. Visitors do not see the shell that is in the HTML of every signed-in page, and the
 * sidebar has the width that the cookie of sidebar/collapsed.ts states. The fonts wait for the scripts (fonts.ts),
 * unless the service worker has them.
 */
export const SHELL_SCRIPT = `(function(data){
if(/(?:^|; )(?:__Host-)?sidebar=collapsed/.test(document.cookie))data.sidebar="collapsed"
data.app=""
if(navigator.serviceWorker&&navigator.serviceWorker.controller)data.fonts=""
try{
if(localStorage.getItem("${SESSION_KEY}"))return
}catch(e){}
data.visitor=""
})(document.documentElement.dataset)`;
