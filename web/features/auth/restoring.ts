import { SESSION_KEY } from "../../backend/stored-session.ts";
import { keyOf } from "./sent-mail.ts";

/**
 * Hides the form of a page for signing in before the first paint if its script will replace it: by the app, by "Check your
 * email" or by the result of a mailed link. Otherwise somebody could begin to type into it. A function, so that the scripts
 * of the app do not contain it.
 */
export const restoringScript = () => `try{
var isStored=function(key){return localStorage.getItem(key)!==null}
if(location.pathname==="/forgot-password"?isStored("${keyOf("recovery")}"):isStored("${keyOf("signup")}")||isStored("${SESSION_KEY}")||/[?&]code=/.test(location.search))document.documentElement.dataset.restoring=""
}catch(e){}`;
