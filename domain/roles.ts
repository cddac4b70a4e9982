/** The roles of colleagues; private.role_rights in database/rules/identity.sql has what each may do. */
export const ROLES = ["admin", "mentor", "accounts", "viewer"] as const;

export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  admin: "Admin",
  mentor: "Mentor",
  accounts: "Accounts",
  viewer: "Viewer",
};

/** The page that opens after a login. */
export const HOME_PAGES: Readonly<Record<Role, string>> = {
  admin: "/today",
  mentor: "/agenda",
  accounts: "/payments",
  viewer: "/students",
};

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
