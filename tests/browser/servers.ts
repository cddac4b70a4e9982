/** The servers of a run. They are started once; the workers read their addresses from the environment. */

export interface Server {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Connects as the owner of the database. */
  readonly databaseUrl: string;
  readonly outboxFolder: string;
  readonly logFile: string;
  readonly hasChallenge: boolean;
}

export interface Run {
  readonly plain: Server;
  readonly withChallenge: Server;
  /** Holds one folder per day that a test has claimed. */
  readonly daysFolder: string;
  /** Holds one file per page state that checkPage has found in order. */
  readonly checkedPagesFolder: string;
}

const VARIABLE = "MAARGA_BROWSER_RUN";

export const ADMIN = { email: "admin@example.org", password: "the tests' admin password" };
export const SUPER_ADMIN_PASSWORD = "the tests' super-admin password";
export const SUPPORT = {
  email: "help@example.org",
  phone: "+91 80 5550 1234",
  whatsapp: "+91 98450 01234",
  address: "12 Residency Road, Bengaluru 560025",
};
export const UPI = { id: "maarga@upi", name: "Maarga Counselling" };
export const BANK = { account: "001234567890", ifsc: "SBIN0001234", name: "Maarga Counselling LLP" };

export function setCurrentRun(run: Run): void {
  process.env[VARIABLE] = JSON.stringify(run);
}

export function currentRun(): Run {
  const text = process.env[VARIABLE];
  if (!text)
    throw new Error("the servers are not running: run the specs with tests/browser/playwright.config.ts");
  return JSON.parse(text) as Run;
}
