import { SESSION_KEY } from "../backend/stored-session.ts";

/**
 * Requests the overview (web/queries/overview.ts) beside the scripts of the page, with the stored access token. Without a
 * token that is still valid, each query asks for itself once the client has refreshed the session.
 */
export const OVERVIEW_SCRIPT = `(function(){
try{
var session=JSON.parse(localStorage.getItem("${SESSION_KEY}"))
if(session.expires_at*1000<Date.now()+10000)return
var settings=JSON.parse(document.getElementById("settings").textContent)
var headers={apikey:settings.publishableKey,authorization:"Bearer "+session.access_token}
window.overview={userId:session.user.id,answer:fetch(settings.backendUrl+"/rest/v1/rpc/own_overview",{headers:headers}).then(function(response){return response.ok?response.json():null}).catch(function(){return null})}
}catch(e){}
})()`;
