/**
 * Runs in the page. Returns a hash of the page's HTML after animations have ended, because colours between light and
 * dark have other contrasts. The HTML itself has some hundred thousand characters, which would pass through three
 * processes. Ids that differ between tests are not part of it, and neither is the closed menu of a phone, which is rendered
 * some time after the page.
 */
export async function hashSettledPage(): Promise<string> {
  // Resize listeners run in the frame after the change.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const endingAnimations = () =>
    document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  // An inherited colour reaches one level of elements after the other: the transition of an element begins after its
  // parent's has ended.
  for (let ending = endingAnimations(); ending.length > 0; ending = endingAnimations()) {
    await Promise.allSettled(ending.map((animation) => animation.finished));
    await new Promise(requestAnimationFrame);
  }
  const closedMenu = document.querySelector("dialog[inert]")?.outerHTML ?? "";
  const content = document.documentElement.outerHTML
    .replace(closedMenu, "")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uuid")
    .replace(/-[0-9a-f]{10}@/g, "@")
    .replace(/_r_\w+_/g, "id");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
