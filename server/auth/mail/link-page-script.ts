/**
 * The script of the page behind a mailed link, as plain JavaScript. Without it, the page's form works all the same.
 *
 * The keys in localStorage are those of the app (web/backend/stored-session.ts) and of the official client, which finds
 * the secret of a request under them.
 */
export const LINK_PAGE_SCRIPT = `"use strict";
const SESSION_KEY = "maarga-session";
const form = document.forms[0];
const { account, target, code, challenge, own, recovery } = form.dataset;
const main = document.querySelector("main");
const problem = document.getElementById("problem");
const button = form.querySelector("button");
const password = form.elements.password;

const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const hash = async (text) => base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
const hex = (length) => Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function withQuery(address, query) {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Finds the request that this browser made for this mail. */
async function findFlow() {
  if (!code || !challenge || !crypto.subtle) return null;
  const pattern = new RegExp("^" + SESSION_KEY + "-flow-([\\\\w-]+)-code-verifier$");
  for (const key of Object.keys(localStorage)) {
    const flow = pattern.exec(key)?.[1];
    if (!flow) continue;
    const [verifier] = JSON.parse(localStorage.getItem(key)).split("/");
    if ((await hash(verifier)) === challenge) return flow;
  }
  return null;
}

/** Prepares this browser for the session that the press brings, so that no other browser can fetch it. */
async function createFlow() {
  const verifier = hex(32);
  const flow = hex(16);
  const isHashed = Boolean(crypto.subtle);
  const stored = JSON.stringify(verifier + (recovery ? "/recovery" : ""));
  localStorage.setItem(SESSION_KEY + "-flow-" + flow + "-code-verifier", stored);
  localStorage.setItem(SESSION_KEY + "-code-verifier", stored);
  form.elements.code_challenge.value = isHashed ? await hash(verifier) : verifier;
  form.elements.code_challenge_method.value = isHashed ? "s256" : "plain";
  return flow;
}

function findOtherAccount() {
  if (!account) return null;
  const email = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "null")?.user?.email;
  return email && email !== account ? email : null;
}

function askBeforeTakeover(email) {
  for (const place of document.querySelectorAll(".other-account")) place.textContent = email;
  document.getElementById("takeover").hidden = false;
  document.getElementById("stay").hidden = false;
  button.textContent = "Continue as " + account;
}

function showProblem(text) {
  problem.textContent = text;
  problem.hidden = false;
  if (password) password.setAttribute("aria-invalid", "true");
  (password ?? button).focus();
}

async function send(flow) {
  if (flow) return location.assign(withQuery(target, { code, sb_flow_id: flow }));
  const newFlow = await createFlow();
  const response = await fetch(form.action, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams(new FormData(form)),
  });
  const reply = await response.json();
  if (!reply.location) return showProblem(reply.problem ?? reply.msg ?? "That did not work just now. Please try again in a few minutes.");
  const address = new URL(reply.location);
  location.assign(address.searchParams.has("code") ? withQuery(address, { sb_flow_id: newFlow }) : address);
}

async function submit(flow) {
  problem.hidden = true;
  password?.removeAttribute("aria-invalid");
  button.disabled = true;
  try {
    await send(flow);
  } catch {
    showProblem("We could not reach Maarga. Check your connection and try again: what you typed is still here.");
  } finally {
    button.disabled = false;
  }
}

async function start() {
  const flow = await findFlow();
  const other = findOtherAccount();
  if (flow && !other) return location.replace(withQuery(target, { code, sb_flow_id: flow }));
  main.hidden = false;
  if (flow && password) document.getElementById("new-password").remove();
  if (other) askBeforeTakeover(other);
  if (!account) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(flow);
  });
}

if (own) {
  main.hidden = true;
  // A browser that blocks storage has no session and no request: the form works as it does without a script.
  start().catch(() => {
    main.hidden = false;
  });
}
`;
