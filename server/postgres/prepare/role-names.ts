/** The roles of requests. */
export const API_ROLES = ["anon", "authenticated", "service_role"] as const;
/** The role of the backend's own services: sign-in, the job queue, the journal of pending files. */
export const SERVER_ROLE = "maarga_server";
export const ROLES = [...API_ROLES, SERVER_ROLE] as const;

/** The schemas that database/ defines. */
export const SCHEMAS = ["public", "auth", "storage", "private"] as const;
