import { describe, expect, onTestFinished, test } from "vitest";
import { createTwoStepMember, passSecondStep, sessionOf, signInWithFirstStep } from "../world/second-step.ts";
import { type RunningServer, sharedServer, startServer } from "../world/server.ts";
import { queryAt } from "../world/sql.ts";
import { createOwner, Holder } from "../world/token-holder.ts";

const server = sharedServer();

type Scenario = (owner: Holder) => Promise<void>;

const A_MINUTE_AGO = "refreshed_at = refreshed_at - interval '1 minute'";
const A_DAY_AGO =
  "refreshed_at = refreshed_at - interval '1 day', last_used_at = last_used_at - interval '1 day'";

const INNOCENT: Readonly<Record<string, Scenario>> = {
  "who refreshes again and again": async (owner) => {
    for (let round = 0; round < 5; round += 1) await owner.refresh();
  },
  "who lost one response": async (owner) => {
    await owner.loseResponse();
    await owner.refresh();
    await owner.read();
    await owner.refresh();
  },
  "who lost the response of three retries": async (owner) => {
    for (let retry = 0; retry < 3; retry += 1) await owner.loseResponse();
    await owner.refresh();
    await owner.refresh();
  },
  "who loses a response now and then": async (owner) => {
    for (let round = 0; round < 3; round += 1) {
      await owner.loseResponse();
      await owner.refresh();
      await owner.read();
      await owner.refresh();
    }
  },
  "who loses the responses of two rotations in a row": async (owner) => {
    for (let round = 0; round < 2; round += 1) {
      await owner.loseResponse();
      await owner.refresh();
      await owner.read();
    }
  },
  "who loses the responses of two rotations in a row, and comes back later": async (owner) => {
    for (let round = 0; round < 2; round += 1) {
      await owner.loseResponse();
      await owner.setSession(A_MINUTE_AGO);
      await owner.loseResponse();
      await owner.refresh();
      await owner.read();
    }
  },
  "with a tab that refreshes before the answer to another one, twice in a row": async (owner) => {
    await owner.refresh();
    await owner.read();
    await owner.setSession("reused_rotation = refreshed_from");
    await owner.refreshBeforeAnswer();
  },
  "with five tabs that refresh one after the other": async (owner) => {
    const tabs = [owner, ...Array.from({ length: 4 }, () => owner.copy())];
    for (const tab of tabs) await tab.refresh();
    for (const tab of tabs) await tab.read();
    expect(tabs.every(({ isSignedIn }) => isSignedIn)).toBe(true);
  },
  "whose phone lost a response and slept for a day": async (owner) => {
    await owner.loseResponse();
    await owner.setSession(A_DAY_AGO);
    await owner.refresh();
  },
  "whose phone slept for a day": async (owner) => {
    await owner.read();
    await owner.setSession(A_DAY_AGO);
    await owner.refresh();
  },
  "with five tabs that refresh at once": (owner) => owner.refreshInTabs(5),
  "with five tabs that refresh at once, several times": async (owner) => {
    for (let round = 0; round < 3; round += 1) {
      await owner.refreshInTabs(5);
      await owner.read();
    }
  },
  "whose database was restored from a backup": async (owner) => {
    for (let round = 0; round < 3; round += 1) await owner.refresh();
    await owner.setSession("rotation = 0, acknowledged_rotation = 0, refreshed_from = null");
    await owner.read();
    for (let round = 0; round < 3; round += 1) await owner.refresh();
  },
};

test.each(Object.entries(INNOCENT))("an owner %s stays signed in", async (_name, scenario) => {
  const owner = await createOwner(server);
  await scenario(owner);
  await owner.read();
  expect(owner.isSignedIn).toBe(true);
});

/** Returns the number of refreshes until one is refused. */
async function takeTurns(holders: readonly [Holder, Holder], use: (holder: Holder) => Promise<void>) {
  for (let turn = 1; turn <= 24; turn += 1) {
    const holder = holders[(turn - 1) % 2] as Holder;
    await holder.refresh();
    if (!holder.isSignedIn) return turn;
    await use(holder);
  }
  return "none was refused";
}

async function expectBothSignedOut(owner: Holder, thief: Holder): Promise<void> {
  for (const holder of [owner, thief]) {
    holder.isSignedIn = true;
    await holder.read();
    expect(holder.isSignedIn).toBe(false);
    await holder.refresh();
  }
  const [event] = await queryAt(
    server.databaseUrl,
    "select count(*)::int from public.security_events where user_id = $1 and kind = 'refresh token reused'",
    [owner.userId],
  );
  expect(event).toEqual({ count: 1 });
}

const nothing = async () => undefined;
const read = (holder: Holder) => holder.read();

const wait = (holder: Holder) => holder.setSession(A_MINUTE_AGO);

describe("a thief and the owner who use one refresh token in turns are both signed out:", () => {
  // Without access tokens, the second refresh looks like a lost response. The third uses the response that seemed lost.
  // Only if they follow each other within seconds, like tabs, both have the same response, and the fourth is refused.
  test.each([
    ["the owner first", "owner", wait, 3],
    ["the thief first", "thief", wait, 3],
    ["the owner first, within seconds", "owner", nothing, 4],
    ["the thief first, within seconds", "thief", nothing, 4],
    ["the owner first, and both use what they get", "owner", read, 2],
    ["the thief first, and both use what they get", "thief", read, 2],
  ] as const)("%s", async (_case, first, use, turns) => {
    const owner = await createOwner(server);
    const thief = owner.copy();
    const holders = first === "owner" ? ([owner, thief] as const) : ([thief, owner] as const);
    expect(await takeTurns(holders, use)).toBe(turns);
    await expectBothSignedOut(owner, thief);
  });

  test.each(["owner", "thief"])("the next turn is a request of the %s, who came first", async (who) => {
    const owner = await createOwner(server);
    const thief = owner.copy();
    const [first, second] = who === "owner" ? [owner, thief] : [thief, owner];
    await first.refresh();
    await wait(first);
    await second.refresh();
    await second.read();
    await first.read();
    await expectBothSignedOut(owner, thief);
  });

  test("the thief knows when the owner will refresh, and is a second earlier each time", async () => {
    const owner = await createOwner(server);
    const thief = owner.copy();
    for (let hour = 0; hour < 2; hour += 1) {
      await thief.refresh();
      await owner.refresh();
      await owner.read();
      expect(owner.isSignedIn).toBe(true);
    }
    await thief.read();
    await expectBothSignedOut(owner, thief);
  });

  test("the thief waits for months", async () => {
    const owner = await createOwner(server);
    const thief = owner.copy();
    for (let round = 0; round < 5; round += 1) await owner.refresh();
    await thief.refresh();
    await expectBothSignedOut(owner, thief);
  });

  test("the thief only ever uses the token before the current one", async () => {
    const owner = await createOwner(server);
    await owner.read();
    const thief = owner.copy();
    await owner.refresh();
    await owner.read();
    await thief.refresh();
    await expectBothSignedOut(owner, thief);
  });

  test("the thief holds the body of a refresh back until the owner has refreshed", async () => {
    const owner = await createOwner(server);
    const held = await owner.copy().holdRefresh();
    await owner.refresh();
    await owner.read();
    expect((await held.finish()).status).toBe(400);
    await expectBothSignedOut(owner, owner.copy());
  });
});

describe("a refresh token from before the second step never leads to aal2:", () => {
  async function copyBeforeSecondStep() {
    const member = await createTwoStepMember(server);
    const client = await signInWithFirstStep(server, member.email);
    const thief = new Holder(server, await sessionOf(client));
    return { thief, passStep: () => passSecondStep(server, client, member) };
  }

  test("its refresh is held back until the owner has passed the step", async () => {
    const { thief, passStep } = await copyBeforeSecondStep();
    const held = await thief.holdRefresh();
    await passStep();
    expect((await held.finish()).status).toBe(400);
  });

  test("its refresh arrives before the step, and reaches the session after it", async () => {
    const { thief, passStep } = await copyBeforeSecondStep();
    await passStep();
    await thief.setSession("refreshed_at = now() + interval '1 minute'");
    await thief.refresh();
    expect(thief.isSignedIn).toBe(false);
  });
});

describe("with several servers on one database", () => {
  async function startTwo(): Promise<readonly [RunningServer, RunningServer]> {
    const first = await startServer();
    onTestFinished(() => first.stop());
    const { databaseUrl, dataFolder } = first;
    // Tokens of the two are interchangeable if they have one address.
    const second = await startServer({ databaseUrl, dataFolder, env: { SITE_URL: first.url } });
    onTestFinished(() => second.stop());
    return [first, second];
  }

  test("a client may use them in any order, and copies are noticed", async () => {
    const [first, second] = await startTwo();
    const owner = await createOwner(first);
    await owner.loseResponse();
    const ownerElsewhere = owner.copy(second);
    await ownerElsewhere.refresh();
    await ownerElsewhere.refresh();
    expect(ownerElsewhere.isSignedIn).toBe(true);
    const thief = ownerElsewhere.copy(first);
    expect(await takeTurns([thief, ownerElsewhere], read)).toBe(2);
  });
});
