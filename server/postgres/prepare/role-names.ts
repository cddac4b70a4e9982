/** The roles of requests. */
export const API_ROLES = ["anon", "authenticated", "service_role"] as const;
/** The role of the backend's own services: sign-in, the job queue, the journal of pending files. */
export const SERVER_ROLE = "maarga_server";
/** The role in which each request begins: it may check the session, and nothing else. */
export const REQUEST_ROLE = "maarga_request";
export const ROLES = [...API_ROLES, SERVER_ROLE, REQUEST_ROLE] as const;

/** The schemas that database/ defines. */
export const SCHEMAS = ["public", "auth", "storage", "private"] as const;
