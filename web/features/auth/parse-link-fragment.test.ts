import { expect, test } from "vitest";
import { parseLinkFragment } from "./parse-link-fragment.ts";

test.each([
  ["", "none"],
  ["#", "none"],
  ["#content", "none"],
  ["#access_token=a&expires_in=3600&refresh_token=r&sb=&token_type=bearer&type=signup", "pending"],
  ["#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid&sb=", "refused"],
  ["#error_code=user_banned", "refused"],
] as const)("a URL that ends in %j holds a link in the state %s", (hash, found) => {
  expect(parseLinkFragment(hash)).toBe(found);
});
