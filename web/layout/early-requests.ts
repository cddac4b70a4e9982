import type { EarlyRequest } from "../backend/early-answers.ts";
import { SESSION_KEY } from "../backend/stored-session.ts";

/**
 * Sends requests beside the scripts of the page, with the stored access token: the overview (web/queries/overview.ts), and
 * those of the page (backend/early-answers.ts). Without a token that is still valid, each query asks for itself once the
 * client has refreshed the session. An answer is read whole, because a request whose answer nobody takes would never end:
 * a student without a plan waits for no day.
 */
export const earlyRequestsScript = (requests: readonly EarlyRequest[]): string => `(function(){
try{
var session=JSON.parse(localStorage.getItem("${SESSION_KEY}")),now=Date.now(),user=session.user.id,answers={}
if(session.expires_at*1000<now+10000)return
var settings=JSON.parse(document.getElementById("settings").textContent)
function send(path,body){
var headers={apikey:settings.publishableKey,authorization:"Bearer "+session.access_token}
if(body)headers["content-type"]="application/json"
return fetch(settings.backendUrl+path,{method:body?"POST":"GET",headers:headers,body:body||undefined}).then(whole).catch(function(){return null})
}
function whole(response){
return response.ok?response.text().then(function(text){return new Response(text,{status:response.status,headers:response.headers})}):null
}
window.overview={userId:user,answer:send("/rest/v1/rpc/own_overview").then(function(response){return response&&response.json()}).catch(function(){return null})}
var pairs=${JSON.stringify(requests.map(toPair))}
pairs.forEach(function(pair){
var path=pair[0].replace("_user_",user),body=pair[1].replace("_user_",user)
answers[settings.backendUrl+path+body]=send(path,body)
})
window.early={userId:user,sentAt:now,answers:answers}
}catch(e){}
})()`;

function toPair({ path, body }: EarlyRequest): readonly [string, string] {
  return [path, body ? JSON.stringify(body) : ""];
}
