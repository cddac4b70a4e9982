/** A reason why the server or a command cannot start: one line that tells the operator what to do. Any other error is a fault. */
export class StartupError extends Error {}
