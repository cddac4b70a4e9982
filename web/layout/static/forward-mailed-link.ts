const MAILED = /[#&](access_token|error_code)=/;

/** A mailed link that was asked for without a place to lead to ends at the home page, where nobody could take it up. */
export function forwardMailedLink(): void {
  const { hash } = window.location;
  if (!MAILED.test(hash)) return;
  const isRecovery = /[#&]type=recovery(&|$)/.test(hash);
  window.location.replace(`${isRecovery ? "/reset-password" : "/auth"}${hash}`);
}
