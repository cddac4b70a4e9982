declare global {
  interface Window {
    repeatEarlyInput?: () => void;
  }
}

/**
 * Records the text typed and the last button pressed before the scripts of the page have run, as happens on a slow
 * phone. Otherwise React would show empty fields, and a press would do nothing or send the form to an address that does
 * not accept it.
 */
export const EARLY_INPUT_SCRIPT = `(function(){
var typed=new Map,pressed
function type(event){
var field=event.target
if(field.matches("textarea,input:not([type=checkbox],[type=radio],[type=file])"))typed.set(field,field.value)
}
function press(event){
var button=event.target.closest("button")
if(button){pressed=button;event.preventDefault();event.stopPropagation()}
}
document.addEventListener("input",type,true)
document.addEventListener("click",press,true)
window.repeatEarlyInput=function(){
document.removeEventListener("input",type,true)
document.removeEventListener("click",press,true)
typed.forEach(function(value,field){
field.value=""
Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field),"value").set.call(field,value)
field.dispatchEvent(new Event("input",{bubbles:true}))
})
if(pressed&&pressed.isConnected)pressed.click()
}
})();`;

/** Runs once React handles the page: repeats the recorded input. */
export function repeatEarlyInput(): void {
  window.repeatEarlyInput?.();
  delete window.repeatEarlyInput;
  // scripts-failed.ts: another attempt of the browser was successful.
  delete document.documentElement.dataset.failed;
}
