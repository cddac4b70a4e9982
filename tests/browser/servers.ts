/** What the run's start knows of its servers, and each worker has to: it travels through the environment. */

export interface Server {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** The owner's login of the server's database. */
  readonly databaseUrl: string;
  readonly outboxFolder: string;
  readonly logFile: string;
  readonly hasChallenge: boolean;
}

export interface Run {
  readonly plain: Server;
  readonly challenging: Server;
  /** An empty folder, in which tests note the days they took. */
  readonly daysFolder: string;
  /** An empty folder, in which checkPage remembers the states it has checked. */
  readonly checkedPagesFolder: string;
}

const VARIABLE = "MAARGA_BROWSER_RUN";

export const ADMIN = { email: "admin@example.org", password: "an admin of the tests" };
export const SUPER_ADMIN_PASSWORD = "super admin of the tests";
export const SUPPORT = {
  email: "help@example.org",
  phone: "+91 80 5550 1234",
  whatsapp: "+91 98450 01234",
  address: "12 Residency Road, Bengaluru 560025",
};
export const UPI = { id: "maarga@upi", name: "Maarga Counselling" };

export function setCurrentRun(run: Run): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

export function currentRun(): Run {
  const text = process.env[VARIABLE];
  if (!text)
    throw new Error("the servers were not started: run the specs with tests/browser/playwright.config.ts");
  return JSON.parse(text) as Run;
}
