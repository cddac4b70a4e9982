import { describe, expect, test } from "vitest";
import { breachesIn } from "./laws.ts";

const lawful = {
  "domain/slots.ts": 'import { minutes } from "./time.ts";',
  "domain/time.ts": "export const minutes = 60;",
  "domain/time.test.ts":
    'import { test } from "vitest"; import fc from "fast-check"; import { minutes } from "./time.ts";',
  "server/main.ts": 'import { sendMail } from "./mail/send.ts"; import { signUp } from "./auth/sign-up.ts";',
  "server/auth/sign-up.ts":
    'import type { SendMail } from "../mail/send.ts"; import pg from "pg"; import "../postgres/pool.ts";',
  "server/mail/send.ts": 'import { minutes } from "../../domain/time.ts";',
  "server/postgres/pool.ts": "",
  "web/routes.ts": 'export const home = import("./features/home/page.tsx");',
  "web/ui/button.tsx": 'import { cva } from "class-variance-authority";',
  "web/features/home/page.tsx":
    'import { Button } from "../../ui/button"; import { minutes } from "../../../domain/time.ts";',
  "web/features/admin/guard.ts": "",
  "web/features/admin/plans/page.tsx": 'import { guard } from "../guard.ts";',
  "tests/protocol/sign-up.test.ts":
    'import { createClient } from "@supabase/supabase-js"; import "../../domain/time.ts";',
  "tests/rules/slots.test.ts": 'import "../../server/postgres/pool.ts";',
};

test("a tree that keeps every law has no breach", () => {
  expect(breachesIn(lawful)).toEqual([]);
});

describe.each<{ law: string; file: string; source: string; to: string }>([
  {
    law: "domain imports nothing",
    file: "domain/plans.ts",
    source: 'import "../server/main.ts";',
    to: "server/main.ts",
  },
  { law: "domain imports nothing", file: "domain/plans.ts", source: 'import { z } from "zod";', to: "zod" },
  {
    law: "domain imports nothing",
    file: "domain/plans.ts",
    source: 'import { readFileSync } from "node:fs";',
    to: "node:fs",
  },
  {
    law: "domain imports nothing",
    file: "domain/plans.ts",
    source: 'import { test } from "vitest";',
    to: "vitest",
  },
  {
    law: "domain imports nothing",
    file: "domain/plans.test.ts",
    source: 'import "../tests/rules/slots.test.ts";',
    to: "tests/rules/slots.test.ts",
  },
  { law: "domain imports nothing", file: "domain/plans.test.ts", source: 'import pg from "pg";', to: "pg" },
  {
    law: "web never imports server",
    file: "web/root.tsx",
    source: 'import type { Config } from "../server/main.ts";',
    to: "server/main.ts",
  },
  {
    law: "server never imports web",
    file: "server/pages.ts",
    source: 'export { home } from "../web/routes.ts";',
    to: "web/routes.ts",
  },
  {
    law: "web/ui imports no feature",
    file: "web/ui/menu.tsx",
    source: 'import "../features/home/page";',
    to: "web/features/home/page.tsx",
  },
  {
    law: "a feature does not reach inside another",
    file: "web/features/slots/page.tsx",
    source: 'import "../home/page.tsx";',
    to: "web/features/home/page.tsx",
  },
  {
    law: "a feature does not reach inside another",
    file: "web/features/admin/mails/page.tsx",
    source: 'import "../plans/page.tsx";',
    to: "web/features/admin/plans/page.tsx",
  },
  {
    law: "a feature does not reach inside another",
    file: "web/features/admin/menu.tsx",
    source: 'import "./plans/page.tsx";',
    to: "web/features/admin/plans/page.tsx",
  },
  {
    law: "a service imports no other service",
    file: "server/auth/recover.ts",
    source: 'import { sendMail } from "../mail/send.ts";',
    to: "server/mail/send.ts",
  },
  {
    law: "a service imports no other service",
    file: "server/auth/recover.ts",
    source: 'import { type SendMail } from "../mail/send.ts";',
    to: "server/mail/send.ts",
  },
  {
    law: "a service imports no other service",
    file: "server/auth/recover.ts",
    source: 'const mail = await import("../mail/send.ts");',
    to: "server/mail/send.ts",
  },
  {
    law: "a service imports no other service",
    file: "server/auth/recover.ts",
    source: 'export * from "../mail/send.ts";',
    to: "server/mail/send.ts",
  },
  {
    law: "tests/protocol imports nothing from server",
    file: "tests/protocol/rest.test.ts",
    source: 'import "../../server/main.ts";',
    to: "server/main.ts",
  },
  {
    law: "tests/protocol imports nothing from server",
    file: "tests/protocol/rest.test.ts",
    source: 'type Main = import("../../server/main.ts").Main;',
    to: "server/main.ts",
  },
])("$law", ({ law, file, source, to }) => {
  test(`${file} may not say ${source}`, () => {
    const breaches = breachesIn({ ...lawful, [file]: source });
    expect(breaches).toEqual([{ files: [file, to], law: expect.stringContaining(law) }]);
  });
});

describe("nothing imports in a circle", () => {
  const law = "nothing imports in a circle";

  test("not two files, even when one side is a type", () => {
    const tree = {
      "server/a.ts": 'import type { B } from "./b.ts";',
      "server/b.ts": 'import { a } from "./a.ts";',
    };
    expect(breachesIn(tree)).toEqual([{ files: ["server/a.ts", "server/b.ts", "server/a.ts"], law }]);
  });

  test("not a file and itself", () => {
    expect(breachesIn({ "server/a.ts": 'import "./a.ts";' })).toEqual([
      { files: ["server/a.ts", "server/a.ts"], law },
    ]);
  });

  test("not by way of a third file; the files that only lead there are not named", () => {
    const tree = {
      "server/a.ts": 'import "./b.ts";',
      "server/b.ts": 'import "./c.ts";',
      "server/c.ts": 'import "./d.ts"; import "./e.ts";',
      "server/d.ts": 'import "./b.ts";',
      "server/e.ts": "",
    };
    expect(breachesIn(tree)).toEqual([
      { files: ["server/b.ts", "server/c.ts", "server/d.ts", "server/b.ts"], law },
    ]);
  });

  test("each of two circles is named", () => {
    const tree = {
      "server/a.ts": 'import "./b.ts";',
      "server/b.ts": 'import "./a.ts";',
      "server/c.ts": 'import "./d.ts";',
      "server/d.ts": 'import "./c.ts";',
    };
    expect(breachesIn(tree).map(({ files }) => files[0])).toEqual(["server/a.ts", "server/c.ts"]);
  });

  test("files that share what they import are no circle", () => {
    const tree = {
      "server/a.ts": 'import "./b.ts"; import "./c.ts";',
      "server/b.ts": 'import "./c.ts";',
      "server/c.ts": "",
    };
    expect(breachesIn(tree)).toEqual([]);
  });
});

test("a path that hides which file is meant is refused, or it would get round every law", () => {
  expect(() => breachesIn({ "web/root.tsx": 'import "~/../server/main.ts";' })).toThrow("web/root.tsx");
});

test("a source that cannot be read as TypeScript is named", () => {
  expect(() => breachesIn({ "server/broken.ts": "import {" })).toThrow("server/broken.ts");
});
