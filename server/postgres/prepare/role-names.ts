/** What a request may become. */
export const API_ROLES = ["anon", "authenticated", "service_role"] as const;
/** What the backend's own services may do: sign-in, the job queue, the books of the file storage. */
export const SERVER_ROLE = "maarga_server";
export const ROLES = [...API_ROLES, SERVER_ROLE] as const;

/** Schemas whose contents come from database/. */
export const SCHEMAS = ["public", "auth", "storage", "private"] as const;
