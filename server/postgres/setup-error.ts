import { StartRefused } from "../start-refused.ts";

/** The database cannot be used as it is. The message says why and what to do, in a line for whoever runs the server. */
export class DatabaseRefused extends StartRefused {}
