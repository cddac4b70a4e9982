import { findCycles } from "./import-cycles.ts";
import { findImports, type Import, type Tree } from "./imports.ts";

interface Rule {
  /** The rule and its reason, as the check prints them. */
  text: string;
  isViolatedBy(found: Import): boolean;
}

const services = [
  "auth",
  "rest",
  "storage",
  "functions",
  "mail",
  "calendar",
  "challenge",
  "jobs",
  "campaigns",
  "live",
  "unsubscribe",
  "bounces",
];

const rules: Rule[] = [
  {
    text: "domain imports nothing: its rules are pure and run in the browser as well as on the server",
    isViolatedBy: ({ from, to, isOurs }) => {
      if (!within("domain", from)) return false;
      if (isOurs) return !within("domain", to);
      return !(isTest(from) && ["vitest", "fast-check"].includes(to));
    },
  },
  {
    text: "web never imports server: its code would be sent to the browser",
    isViolatedBy: ({ from, to }) => within("web", from) && within("server", to),
  },
  {
    text: "server never imports web",
    isViolatedBy: ({ from, to }) => within("server", from) && within("web", to),
  },
  {
    text: "web/ui imports no feature: the design system knows nothing of the product",
    isViolatedBy: ({ from, to }) => within("web/ui", from) && within("web/features", to),
  },
  {
    text: "web/layout imports no feature: a route hands it what it shows",
    isViolatedBy: ({ from, to }) => within("web/layout", from) && within("web/features", to),
  },
  {
    text: "web/backend imports no feature: it is the client of the services and nothing else",
    isViolatedBy: ({ from, to }) => within("web/backend", from) && within("web/features", to),
  },
  {
    text: "web/queries imports only web/backend, domain and packages: every feature may use it",
    isViolatedBy: ({ from, to, isOurs }) =>
      isOurs &&
      within("web/queries", from) &&
      !["web/queries", "web/backend", "domain"].some((folder) => within(folder, to)),
  },
  {
    text: "a feature imports nothing from another feature: a route composes them",
    isViolatedBy: ({ from, to }) => {
      const [importer, imported] = [featureOf(from), featureOf(to)];
      return (
        importer !== undefined &&
        imported !== undefined &&
        importer !== imported &&
        !within(imported, importer) &&
        // The pages of web/features/admin compose its features.
        !within(importer, imported)
      );
    },
  },
  {
    text: "a service imports only types from another service: main.ts passes in what it needs",
    isViolatedBy: ({ from, to, isTypeOnly }) => {
      const [importer, imported] = [serviceOf(from), serviceOf(to)];
      return !isTypeOnly && importer !== undefined && imported !== undefined && importer !== imported;
    },
  },
  {
    text: "tests/protocol imports nothing from server: it knows only what any client knows",
    isViolatedBy: ({ from, to }) => within("tests/protocol", from) && within("server", to),
  },
];

const NO_CYCLES = "no file imports itself, directly or through others";

export interface Violation {
  /** The files, from the importing one to the imported one. */
  files: string[];
  rule: string;
}

export function findViolations(tree: Tree): Violation[] {
  const imports = findImports(tree);
  const violations = rules.flatMap((rule) =>
    imports
      .filter((found) => rule.isViolatedBy(found))
      .map(({ from, to }) => ({ files: [from, to], rule: rule.text })),
  );
  const edges = imports.filter(({ isOurs }) => isOurs).map(({ from, to }) => [from, to] as const);
  return [...violations, ...findCycles(edges).map((files) => ({ files, rule: NO_CYCLES }))];
}

function within(folder: string, file: string): boolean {
  return file === folder || file.startsWith(`${folder}/`);
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

function serviceOf(file: string): string | undefined {
  return services.find((service) => within(`server/${service}`, file));
}

/** web/features/slots, for example; the features of the admin share a folder: web/features/admin/plans. */
function featureOf(file: string): string | undefined {
  return /^web\/features\/(admin\/[^/]+(?=\/)|[^/]+)/.exec(file)?.[0];
}
