import { describe, expect, test } from "vitest";
import { everyone } from "./access.ts";
import { idOf, type Who } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

interface Overview {
  readonly profile: { readonly email: string } | null;
  readonly plan: { readonly plan_name: string; readonly active: boolean } | null;
  readonly offers: readonly object[];
  readonly admin: string;
  readonly mentor: object;
}

const world = setUpWorld();

async function overviewOf(who: Who): Promise<Overview | undefined> {
  const { rows } = await world.as<{ overview: Overview }>(who, "select own_overview() as overview");
  return rows[0]?.overview;
}

const OWN: Partial<Record<Who, { profile: string | null; plan?: string; admin?: string }>> = {
  newcomer: { profile: null },
  student: { profile: "student@example.org" },
  planned: { profile: "planned@example.org", plan: "Advanced" },
  other: { profile: "other@example.org", plan: "Basic" },
  expired: { profile: "expired@example.org", plan: "Basic" },
  admin: { profile: "admin@example.org", admin: "granted" },
  formerAdmin: { profile: "former@example.org" },
};

describe("the overview", () => {
  test.each(everyone.map((who) => [who, OWN[who]] as const))(
    "of %s is their own, or refused",
    async (who, own) => {
      if (!own) {
        expect(await world.refusal(who, "select own_overview()")).toMatchObject({ code: "42501" });
        return;
      }
      const overview = await overviewOf(who);
      expect(overview?.profile?.email ?? null).toBe(own.profile);
      expect(overview?.plan?.plan_name).toBe(own.plan);
      expect(overview?.admin).toBe(own.admin ?? "none");
      const { rows } = await world.as(who, "select id from plans where expires_at > now()");
      expect(overview?.offers).toHaveLength(rows.length);
    },
  );

  test("has the latest plan only, and no plan that is off sale", async () => {
    const before = (await overviewOf("other"))?.offers.length ?? 0;
    await world.withoutTriggers("update user_plans set active = false where user_id = $1", [idOf("other")]);
    await world.withoutTriggers(
      `insert into user_plans (user_id, plan_level, plan_exam, plan_name, assigned_at, expires_at)
       values ($1, 'ug', 'cet', 'Medium', now() + interval '1 minute', now() + interval '1 year')`,
      [idOf("other")],
    );
    await world.withoutTriggers(
      "update plans set expires_at = now() where id = (select id from plans where expires_at > now() limit 1)",
    );
    const overview = await overviewOf("other");
    expect(overview?.plan).toMatchObject({ plan_name: "Medium", active: true });
    expect(overview?.offers).toHaveLength(before - 1);
  });

  test("tells who is a mentor, until the rights are revoked", async () => {
    const rights = { is_mentor: false, is_admin: false, needs_two_step: false };
    await world.asOwner("select private.grant_mentor($1, 'tests')", [idOf("student")]);
    expect((await overviewOf("student"))?.mentor).toEqual({ ...rights, is_mentor: true });
    expect((await overviewOf("admin"))?.mentor).toEqual({ ...rights, is_admin: true });
    expect((await overviewOf("planned"))?.mentor).toEqual(rights);
    await world.asOwner("select private.revoke_mentor($1)", [idOf("student")]);
    expect((await overviewOf("student"))?.mentor).toEqual(rights);
  });

  test("tells an admin that the second step is missing", async () => {
    await world.asOwner("update private.settings set admin_two_step_required = true");
    expect((await overviewOf("admin"))?.admin).toBe("needs two-step");
    expect((await overviewOf("student"))?.admin).toBe("none");
  });
});
