const DISABLED_PROVIDERS = [
  "anonymous_users",
  "phone",
  "apple",
  "azure",
  "bitbucket",
  "discord",
  "facebook",
  "figma",
  "github",
  "gitlab",
  "google",
  "kakao",
  "keycloak",
  "linkedin",
  "linkedin_oidc",
  "notion",
  "slack",
  "slack_oidc",
  "snapchat",
  "spotify",
  "twitch",
  "twitter",
  "workos",
  "zoom",
];

const SETTINGS = {
  external: { email: true, ...Object.fromEntries(DISABLED_PROVIDERS.map((name) => [name, false])) },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: "",
  saml_enabled: false,
  passkeys_enabled: true,
};

/** GET /settings, open to everyone: the ways to sign in. */
export async function getSettings() {
  return SETTINGS;
}
