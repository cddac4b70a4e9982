/** Why the server does not start, in one line that says what the operator can do. Everything else that is thrown is our fault. */
export class StartupError extends Error {}
