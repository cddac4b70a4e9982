import { describe, expect, test } from "vitest";
import { findViolations } from "./dependency-rules.ts";

const validTree = {
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
  "web/backend/client.ts": "",
  "web/queries/plans.ts":
    'import "../backend/client.ts"; import "../../domain/time.ts"; import "./students.ts";',
  "web/queries/students.ts": 'import { useQuery } from "@tanstack/react-query";',
  "web/layout/page-frame.tsx": 'import "../ui/button"; import "../queries/plans.ts";',
  "web/features/admin/guard.ts": "",
  "web/features/admin/plans/page.tsx": 'import { guard } from "../guard.ts";',
  "tests/protocol/sign-up.test.ts":
    'import { createClient } from "@supabase/supabase-js"; import "../../domain/time.ts";',
  "tests/rules/slots.test.ts": 'import "../../server/postgres/pool.ts";',
};

test("a tree that follows every rule has no violation", () => {
  expect(findViolations(validTree)).toEqual([]);
});

describe.each<{ rule: string; file: string; source: string; to: string }>([
  {
    rule: "domain imports nothing",
    file: "domain/plans.ts",
    source: 'import "../server/main.ts";',
    to: "server/main.ts",
  },
  { rule: "domain imports nothing", file: "domain/plans.ts", source: 'import { z } from "zod";', to: "zod" },
  {
    rule: "domain imports nothing",
    file: "domain/plans.ts",
    source: 'import { readFileSync } from "node:fs";',
    to: "node:fs",
  },
  {
    rule: "domain imports nothing",
    file: "domain/plans.ts",
    source: 'import { test } from "vitest";',
    to: "vitest",
  },
  {
    rule: "domain imports nothing",
    file: "domain/plans.test.ts",
    source: 'import "../tests/rules/slots.test.ts";',
    to: "tests/rules/slots.test.ts",
  },
  { rule: "domain imports nothing", file: "domain/plans.test.ts", source: 'import pg from "pg";', to: "pg" },
  {
    rule: "web never imports server",
    file: "web/root.tsx",
    source: 'import type { Config } from "../server/main.ts";',
    to: "server/main.ts",
  },
  {
    rule: "server never imports web",
    file: "server/pages.ts",
    source: 'export { home } from "../web/routes.ts";',
    to: "web/routes.ts",
  },
  {
    rule: "web/ui imports no feature",
    file: "web/ui/menu.tsx",
    source: 'import "../features/home/page";',
    to: "web/features/home/page.tsx",
  },
  {
    rule: "web/layout imports no feature",
    file: "web/layout/menu.tsx",
    source: 'import "../features/home/page.tsx";',
    to: "web/features/home/page.tsx",
  },
  {
    rule: "web/backend imports no feature",
    file: "web/backend/session.ts",
    source: 'import type { Home } from "../features/home/page.tsx";',
    to: "web/features/home/page.tsx",
  },
  ...["features/home/page.tsx", "layout/page-frame.tsx", "ui/button.tsx"].map((file) => ({
    rule: "web/queries imports only web/backend, domain and packages",
    file: "web/queries/slots.ts",
    source: `import "../${file}";`,
    to: `web/${file}`,
  })),
  {
    rule: "a feature imports nothing from another feature",
    file: "web/features/slots/page.tsx",
    source: 'import "../home/page.tsx";',
    to: "web/features/home/page.tsx",
  },
  {
    rule: "a feature imports nothing from another feature",
    file: "web/features/admin/mails/page.tsx",
    source: 'import "../plans/page.tsx";',
    to: "web/features/admin/plans/page.tsx",
  },
  {
    rule: "a service imports only types from another service",
    file: "server/auth/recover.ts",
    source: 'import { sendMail } from "../mail/send.ts";',
    to: "server/mail/send.ts",
  },
  {
    rule: "a service imports only types from another service",
    file: "server/auth/recover.ts",
    source: 'import { type SendMail } from "../mail/send.ts";',
    to: "server/mail/send.ts",
  },
  {
    rule: "a service imports only types from another service",
    file: "server/auth/recover.ts",
    source: 'const mail = await import("../mail/send.ts");',
    to: "server/mail/send.ts",
  },
  {
    rule: "a service imports only types from another service",
    file: "server/auth/recover.ts",
    source: 'export * from "../mail/send.ts";',
    to: "server/mail/send.ts",
  },
  {
    rule: "tests/protocol imports nothing from server",
    file: "tests/protocol/rest.test.ts",
    source: 'import "../../server/main.ts";',
    to: "server/main.ts",
  },
  {
    rule: "tests/protocol imports nothing from server",
    file: "tests/protocol/rest.test.ts",
    source: 'type Main = import("../../server/main.ts").Main;',
    to: "server/main.ts",
  },
])("$rule", ({ rule, file, source, to }) => {
  test(`${file} may not contain ${source}`, () => {
    const violations = findViolations({ ...validTree, [file]: source });
    expect(violations).toEqual([{ files: [file, to], rule: expect.stringContaining(rule) }]);
  });
});

test("a page of web/features/admin may compose the features beside it", () => {
  const source = 'import "./plans/page.tsx";';
  expect(findViolations({ ...validTree, "web/features/admin/student-page.tsx": source })).toEqual([]);
});

describe("import cycles", () => {
  const rule = "no file imports itself, directly or through others";

  test("two files may not import each other, even for a type", () => {
    const tree = {
      "server/a.ts": 'import type { B } from "./b.ts";',
      "server/b.ts": 'import { a } from "./a.ts";',
    };
    expect(findViolations(tree)).toEqual([{ files: ["server/a.ts", "server/b.ts", "server/a.ts"], rule }]);
  });

  test("a file may not import itself", () => {
    expect(findViolations({ "server/a.ts": 'import "./a.ts";' })).toEqual([
      { files: ["server/a.ts", "server/a.ts"], rule },
    ]);
  });

  test("a cycle through a third file is reported without the files that only lead to it", () => {
    const tree = {
      "server/a.ts": 'import "./b.ts";',
      "server/b.ts": 'import "./c.ts";',
      "server/c.ts": 'import "./d.ts"; import "./e.ts";',
      "server/d.ts": 'import "./b.ts";',
      "server/e.ts": "",
    };
    expect(findViolations(tree)).toEqual([
      { files: ["server/b.ts", "server/c.ts", "server/d.ts", "server/b.ts"], rule },
    ]);
  });

  test("each of two cycles is reported", () => {
    const tree = {
      "server/a.ts": 'import "./b.ts";',
      "server/b.ts": 'import "./a.ts";',
      "server/c.ts": 'import "./d.ts";',
      "server/d.ts": 'import "./c.ts";',
    };
    expect(findViolations(tree).map(({ files }) => files[0])).toEqual(["server/a.ts", "server/c.ts"]);
  });

  test("two files that import a third one do not form a cycle", () => {
    const tree = {
      "server/a.ts": 'import "./b.ts"; import "./c.ts";',
      "server/b.ts": 'import "./c.ts";',
      "server/c.ts": "",
    };
    expect(findViolations(tree)).toEqual([]);
  });
});

test("a path alias is refused, because it would evade every rule", () => {
  expect(() => findViolations({ "web/root.tsx": 'import "~/../server/main.ts";' })).toThrow("web/root.tsx");
});

test("a file that cannot be parsed is reported", () => {
  expect(() => findViolations({ "server/broken.ts": "import {" })).toThrow("server/broken.ts");
});
