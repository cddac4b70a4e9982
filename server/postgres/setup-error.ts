import { StartupError } from "../startup-error.ts";

/** The database cannot be used as it is. The message tells the operator why and what to do, in one line. */
export class DatabaseSetupError extends StartupError {}
