import { describe, expect, test } from "vitest";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

describe("a security event", () => {
  test("keeps the confirmed address of the account, and IPv4 addresses in their usual form", async () => {
    const [user] = await world.asOwner<{ id: string; email: string }>(
      "select id, email from auth.users limit 1",
    );
    await world.asOwner(
      `select private.record_security_event('signed in', $1, '::ffff:192.0.2.1', 'Chrome on Android', '{"a": 1}')`,
      [user?.id],
    );
    expect(
      await world.asOwner(
        "select kind, user_id, email, address, device, details from public.security_events order by id desc limit 1",
      ),
    ).toEqual([
      {
        kind: "signed in",
        user_id: user?.id,
        email: user?.email,
        address: "192.0.2.1",
        device: "Chrome on Android",
        details: { a: 1 },
      },
    ]);
  });
});
