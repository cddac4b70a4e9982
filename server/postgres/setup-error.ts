import { StartupError } from "../startup-error.ts";

/** The database cannot be used as it is. The message says why and what to do, in a line for whoever runs the server. */
export class DatabaseSetupError extends StartupError {}
