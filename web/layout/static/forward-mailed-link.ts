const AUTH_RESULT = /[#&](access_token|error_code)=/;

/** A mailed link without a redirect target leads to the home page, which cannot start a session. */
export function forwardMailedLink(): void {
  const { hash } = window.location;
  if (!AUTH_RESULT.test(hash)) return;
  const isRecovery = /[#&]type=recovery(&|$)/.test(hash);
  window.location.replace(`${isRecovery ? "/reset-password" : "/auth"}${hash}`);
}
