import { PASSWORD_REFUSAL_TEXTS } from "../../domain/passwords.ts";
import { Refusal } from "../errors/refusal.ts";

/**
 * Every refusal of this service: status, code and text, as the protocol defines them. Programs read the code; people
 * are shown the text. One code may have several statuses and texts.
 */
const REFUSALS = {
  badJson: [400, "bad_json", "Could not parse request body as JSON"],
  notFound: [404, "not_found", "There is nothing at this address"],

  emailInvalid: [400, "validation_failed", "Unable to validate email address: invalid format"],
  emailMissing: [400, "validation_failed", "An email address is required"],
  emailOrPhoneMissing: [400, "validation_failed", "missing email or phone"],
  passwordMissing: [400, "validation_failed", "Signup requires a valid password"],
  passwordTooLong: [400, "validation_failed", PASSWORD_REFUSAL_TEXTS["too long"]],
  passwordTooShort: [422, "weak_password", PASSWORD_REFUSAL_TEXTS["too short"]],
  passwordOwnData: [422, "weak_password", PASSWORD_REFUSAL_TEXTS["own data"]],
  passwordCommon: [422, "weak_password", PASSWORD_REFUSAL_TEXTS.common],
  hashPrefixInvalid: [400, "validation_failed", "The prefix must be three hexadecimal digits"],
  dataTooLarge: [
    400,
    "validation_failed",
    "User data is too large or holds characters that cannot be stored",
  ],
  anonymousOff: [422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"],
  phoneSignUpOff: [422, "phone_provider_disabled", "Phone signups are disabled"],
  phoneSignInOff: [422, "phone_provider_disabled", "Phone logins are disabled"],
  phoneOff: [422, "phone_provider_disabled", "Unsupported phone provider"],

  unknownGrant: [400, "invalid_credentials", "unsupported_grant_type"],
  wrongCredentials: [400, "invalid_credentials", "Invalid login credentials"],
  emailNotConfirmed: [400, "email_not_confirmed", "Email not confirmed"],
  bannedAtSignIn: [400, "user_banned", "User is banned"],
  banned: [403, "user_banned", "User is banned"],

  refreshTokenInvalid: [400, "validation_failed", "Refresh token is not valid"],
  refreshTokenUnknown: [400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
  refreshTokenUsed: [400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"],

  bearerMissing: [401, "no_authorization", "This endpoint requires a valid Bearer token"],
  bearerUnreadable: [
    403,
    "bad_jwt",
    "invalid JWT: unable to parse or verify signature, token is malformed or its signature is invalid",
  ],
  bearerExpired: [403, "bad_jwt", "invalid JWT: unable to parse or verify signature, token is expired"],
  bearerWithoutUser: [403, "bad_jwt", "invalid claim: missing sub claim"],
  userGone: [403, "user_not_found", "User from sub claim in JWT does not exist"],
  sessionGone: [403, "session_not_found", "Session from session_id claim in JWT does not exist"],

  samePassword: [422, "same_password", "New password should be different from the old password."],
  emailTaken: [422, "email_exists", "A user with this email address has already been registered"],
  notAdmin: [403, "not_admin", "Updating app_metadata requires admin privileges"],
  reauthenticationNeeded: [
    400,
    "reauthentication_needed",
    "Please enter your current password to make this change.",
  ],
  currentPasswordWrong: [400, "current_password_invalid", "Your current password is wrong."],
  nonceWrong: [422, "reauthentication_not_valid", "Nonce has expired or is invalid"],
  logoutScope: [400, "validation_failed", "Unsupported logout scope"],

  verifyTypeMissing: [400, "validation_failed", "Verify requires a verification type"],
  verifyTypeUnknown: [400, "validation_failed", "Unsupported verification type"],
  verifyTokenMissing: [400, "validation_failed", "Verify requires either a token or a token hash"],
  verifyLinkTokenMissing: [400, "validation_failed", "Verify requires a token"],
  verifyHashAlone: [400, "validation_failed", "Only the token_hash and type should be provided"],
  verifyEmailMissing: [
    400,
    "validation_failed",
    "Only an email address or phone number should be provided on verify",
  ],
  linkExpired: [403, "otp_expired", "Email link is invalid or has expired"],
  codeExpired: [403, "otp_expired", "Token has expired or is invalid"],
  resendType: [
    400,
    "validation_failed",
    "Missing one of these types: signup, email_change, sms, phone_change",
  ],

  captchaMissing: [400, "captcha_failed", "captcha protection: request disallowed (no captcha_token found)"],
  captchaRefused: [400, "captcha_failed", "captcha protection: request disallowed"],
  captchaUnavailable: [500, "unexpected_failure", "captcha verification process failed"],

  tooManyRequests: [429, "over_request_rate_limit", "Request rate limit reached"],
  tooManyMails: [
    429,
    "over_email_send_rate_limit",
    "For security purposes, you can only request this later.",
  ],

  codeChallengeInvalid: [
    400,
    "validation_failed",
    "PKCE flow requires a valid code_challenge and code_challenge_method",
  ],
  authCodeMissing: [
    400,
    "validation_failed",
    "invalid request: both auth code and code verifier should be non-empty",
  ],
  codeVerifierWrong: [
    400,
    "bad_code_verifier",
    "code challenge does not match previously saved code verifier",
  ],

  providerOff: [400, "validation_failed", "Unsupported provider: provider is not enabled"],
  flowStateUnknown: [404, "flow_state_not_found", "invalid flow state, no valid flow state found"],
  linkingOff: [404, "manual_linking_disabled", "Manual linking is disabled"],
  samlOff: [404, "saml_provider_disabled", "SAML 2.0 is disabled"],

  secondStepMissing: [403, "insufficient_aal", "AAL2 session is required when MFA is enabled."],
  passkeyMissing: [
    403,
    "insufficient_aal",
    "To change this, log out and log in with your fingerprint or screen lock.",
  ],
  factorTypeUnknown: [400, "validation_failed", "factor_type needs to be totp, phone, or webauthn"],
  phoneFactorOff: [422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"],
  passkeyFactorOff: [422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"],
  factorNameTooLong: [400, "validation_failed", "A friendly name has at most 100 characters"],
  factorNameTaken: [
    422,
    "mfa_factor_name_conflict",
    "A factor with this friendly name for this user already exists",
  ],
  tooManyFactors: [
    422,
    "too_many_enrolled_mfa_factors",
    "Maximum number of verified factors reached, unenroll to continue",
  ],
  factorIdInvalid: [404, "validation_failed", "factor_id must be an UUID"],
  factorUnknown: [404, "mfa_factor_not_found", "Factor not found"],
  challengeUnknown: [422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found"],
  challengeExpired: [
    422,
    "mfa_challenge_expired",
    "MFA challenge has expired, verify against another challenge or create a new challenge.",
  ],
  factorCodeMissing: [400, "validation_failed", "Code needs to be non-empty"],
  totpCodeWrong: [422, "mfa_verification_failed", "Invalid TOTP code entered"],
  recoveryCodeWrong: [422, "mfa_verification_failed", "Invalid recovery code entered"],
  tooManyTotpCodes: [
    429,
    "over_request_rate_limit",
    "Too many wrong codes. Please wait a few minutes, or use a recovery code.",
  ],
  tooManyRecoveryCodes: [
    429,
    "mfa_recovery_codes_locked",
    "Too many wrong recovery codes. Please try again in a few minutes.",
  ],
  recoveryCodesExist: [
    422,
    "mfa_verified_factor_exists",
    "There are recovery codes already, regenerate them to replace them",
  ],
  recoveryCodesAlone: [
    422,
    "mfa_recovery_codes_sole_factor",
    "Recovery codes need another verified factor, enroll one first",
  ],

  passkeyIdInvalid: [404, "validation_failed", "passkey_id must be an UUID"],
  passkeyUnknown: [404, "webauthn_credential_not_found", "Passkey not found"],
  passkeyExists: [422, "webauthn_credential_exists", "This passkey is already registered"],
  passkeyNameInvalid: [400, "validation_failed", "A friendly name has 1 to 120 characters"],
  passkeyRefused: [400, "webauthn_verification_failed", "The passkey could not be verified"],
  passkeyChallengeUnknown: [
    400,
    "webauthn_challenge_not_found",
    "Passkey challenge not found, or it was used before",
  ],
  passkeyChallengeExpired: [
    400,
    "webauthn_challenge_expired",
    "Passkey challenge has expired, request another one",
  ],
  tooManyPasskeys: [422, "too_many_passkeys", "Maximum number of passkeys reached, remove one to continue"],
} as const satisfies Record<string, readonly [status: number, code: string, message: string]>;

export type RefusalName = keyof typeof REFUSALS;

/** The protocol's names for the password rules, which clients read. */
const WEAKNESSES = {
  passwordTooShort: "length",
  passwordOwnData: "characters",
  passwordCommon: "pwned",
} as const satisfies Partial<Record<RefusalName, string>>;

function isWeakness(name: RefusalName): name is keyof typeof WEAKNESSES {
  return name in WEAKNESSES;
}

interface RefusalDetails {
  /** Replaces the catalogue's text where it needs a number or a name. */
  readonly message?: string;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

export function refusal(name: RefusalName, details: RefusalDetails = {}): Refusal {
  const [status, code, message] = REFUSALS[name];
  return new Refusal(status, details.message ?? message, {
    code,
    fields: isWeakness(name) ? { weak_password: { reasons: [WEAKNESSES[name]] } } : {},
    headers:
      details.retryAfterSeconds === undefined ? {} : { "retry-after": String(details.retryAfterSeconds) },
    cause: details.cause,
  });
}
