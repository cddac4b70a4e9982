/**
 * Runs before the first paint. Visitors do not see the shell that is in the HTML of every signed-in page, and the
 * sidebar has the width that the cookie of sidebar/collapsed.ts states. The key of localStorage is that of
 * web/backend/auth.ts.
 */
export const SHELL_SCRIPT = `(function(data){
if(/(?:^|; )sidebar=collapsed/.test(document.cookie))data.sidebar="collapsed"
try{
if(localStorage.getItem("maarga-session"))return
}catch(e){}
data.visitor=""
})(document.documentElement.dataset)`;
