/**
 * Runs before the first paint. Visitors do not see the shell that is in the HTML of every signed-in page, and the
 * sidebar has the width that the cookie of sidebar/collapsed.ts states. The fonts wait for the scripts (fonts.ts), unless
 * they are cached. The keys of localStorage are those of fonts.ts and web/backend/stored-session.ts.
 */
export const SHELL_SCRIPT = `(function(data){
if(/(?:^|; )sidebar=collapsed/.test(document.cookie))data.sidebar="collapsed"
data.app=""
try{
if(localStorage.getItem("maarga-fonts"))data.fonts=""
if(localStorage.getItem("maarga-session"))return
}catch(e){}
data.visitor=""
})(document.documentElement.dataset)`;
