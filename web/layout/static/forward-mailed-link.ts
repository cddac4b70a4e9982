/** A mailed link without a redirect target leads to the home page, which cannot start a session. */
export function forwardMailedLink(): void {
  const { search, hash } = window.location;
  if (!/[?&]code=/.test(search) && !/[#&]error_code=/.test(hash)) return;
  window.location.replace(`/auth${search}${hash}`);
}
