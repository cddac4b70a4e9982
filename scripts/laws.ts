import { circlesIn } from "./circles.ts";
import { type Import, importsIn, type Tree } from "./imports.ts";

/** The house's laws on who may import what. What each is for stands in its `says`. */
interface Law {
  says: string;
  isBrokenBy(found: Import): boolean;
}

const services = [
  "auth",
  "rest",
  "storage",
  "functions",
  "mail",
  "challenge",
  "jobs",
  "campaigns",
  "unsubscribe",
];

const laws: Law[] = [
  {
    says: "domain imports nothing: its rules are pure, and run in the browser as on the server",
    isBrokenBy: ({ from, to, isOurs }) => {
      if (!within("domain", from)) return false;
      if (isOurs) return !within("domain", to);
      return !(isTest(from) && ["vitest", "fast-check"].includes(to));
    },
  },
  {
    says: "web never imports server: its code would travel to the browser",
    isBrokenBy: ({ from, to }) => within("web", from) && within("server", to),
  },
  {
    says: "server never imports web",
    isBrokenBy: ({ from, to }) => within("server", from) && within("web", to),
  },
  {
    says: "web/ui imports no feature: the design system knows nothing of the product",
    isBrokenBy: ({ from, to }) => within("web/ui", from) && within("web/features", to),
  },
  {
    says: "a feature does not reach inside another: a route composes them",
    isBrokenBy: ({ from, to }) => {
      const [importer, imported] = [featureOf(from), featureOf(to)];
      return (
        importer !== undefined &&
        imported !== undefined &&
        importer !== imported &&
        !within(imported, importer)
      );
    },
  },
  {
    says: "a service imports no other service, except types: main.ts hands it what it needs",
    isBrokenBy: ({ from, to, isTypeOnly }) => {
      const [importer, imported] = [serviceOf(from), serviceOf(to)];
      return !isTypeOnly && importer !== undefined && imported !== undefined && importer !== imported;
    },
  },
  {
    says: "tests/protocol imports nothing from server: it knows what any client knows",
    isBrokenBy: ({ from, to }) => within("tests/protocol", from) && within("server", to),
  },
];

const noCircles = "nothing imports in a circle";

export interface Breach {
  /** The files, from the importing one to the imported one. */
  files: string[];
  law: string;
}

export function breachesIn(tree: Tree): Breach[] {
  const imports = importsIn(tree);
  const broken = laws.flatMap((law) =>
    imports
      .filter((found) => law.isBrokenBy(found))
      .map(({ from, to }) => ({ files: [from, to], law: law.says })),
  );
  const ours = imports.filter(({ isOurs }) => isOurs).map(({ from, to }) => [from, to] as const);
  return [...broken, ...circlesIn(ours).map((files) => ({ files, law: noCircles }))];
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

/** web/features/slots, and for the admin's features, which share a folder, web/features/admin/plans. */
function featureOf(file: string): string | undefined {
  return /^web\/features\/(admin\/[^/]+(?=\/)|[^/]+)/.exec(file)?.[0];
}
