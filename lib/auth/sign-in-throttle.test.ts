import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { beginSignIn, endProviderSignIn, endSignIn, forgetSignIns, SIGN_IN_LIMITS } from "./sign-in-throttle.ts";

const database = testDatabase();
const HERE = "192.0.2.1";

beforeEach(() => database.asOwner("DELETE FROM sign_in_window"));

/** Seconds to wait that each of so many attempts was told. */
async function attempts(
  count: number,
  of: (index: number) => [string | null, string | null],
): Promise<(number | null)[]> {
  const told = [];
  for (let index = 0; index < count; index++) told.push((await beginSignIn(...of(index))).retryAfter);
  return told;
}

const refused = (told: (number | null)[]) => told.filter((seconds) => seconds !== null).length;

describe("attempts that fail are refused beyond a limit", () => {
  it("of one account from one address, however it is written, and others go on", async () => {
    const { accountAndAddress } = SIGN_IN_LIMITS;
    const told = await attempts(accountAndAddress + 2, (index) => [
      index % 2 ? "Ada@x.example " : "ada@x.example",
      HERE,
    ]);
    expect(told.slice(0, accountAndAddress)).toEqual(Array(accountAndAddress).fill(null));
    for (const seconds of told.slice(accountAndAddress)) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(900);
    }
    expect(await attempts(1, () => ["ada@x.example", "192.0.2.2"])).toEqual([null]);
    expect(await attempts(1, () => ["bob@x.example", HERE])).toEqual([null]);
  });

  it("of one account from anywhere", async () => {
    const told = await attempts(SIGN_IN_LIMITS.account + 3, (index) => ["ada@x.example", `198.51.100.${index}`]);
    expect(refused(told)).toBe(3);
  });

  it("from one address for any account, and from one block of IPv6 addresses", async () => {
    for (const address of [() => HERE, (index: number) => `2001:db8:1:2::${index.toString(16)}`]) {
      const told = await attempts(SIGN_IN_LIMITS.address + 3, (index) => [`${index}@x.example`, address(index)]);
      expect(refused(told)).toBe(3);
    }
    expect(await attempts(1, () => ["1@x.example", "2001:db8:1:3::1"])).toEqual([null]);
  });

  it("also where many come at once", async () => {
    const asked = Array.from({ length: 40 }, () => beginSignIn("ada@x.example", HERE));
    const told = (await Promise.all(asked)).map(({ retryAfter }) => retryAfter);
    expect(refused(told)).toBe(40 - SIGN_IN_LIMITS.accountAndAddress);
  });
});

it("counts anew once its time is over, and leaves no row behind", async () => {
  const told = () => attempts(SIGN_IN_LIMITS.accountAndAddress + 1, () => ["ada@x.example", HERE]);
  expect(refused(await told())).toBe(1);
  await database.asOwner("UPDATE sign_in_window SET since = since - interval '15 minutes'");
  expect(refused(await told())).toBe(1);
  await forgetSignIns();
  expect(await database.asOwner("SELECT * FROM sign_in_window")).toHaveLength(3);
  await database.asOwner("UPDATE sign_in_window SET since = since - interval '16 minutes'");
  await forgetSignIns();
  expect(await database.asOwner("SELECT * FROM sign_in_window")).toEqual([]);
});

it("forgets an account's failures at a success, and the address's by that one alone", async () => {
  await attempts(SIGN_IN_LIMITS.accountAndAddress, () => ["ada@x.example", HERE]);
  await attempts(3, () => ["bob@x.example", HERE]);
  await database.asOwner("UPDATE sign_in_window SET attempts = attempts - 1 WHERE attempts = $1", [
    SIGN_IN_LIMITS.accountAndAddress,
  ]);
  const { attempt, retryAfter } = await beginSignIn("ada@x.example", HERE);
  expect(retryAfter).toBeNull();
  await endSignIn(attempt);
  const rows = await database.asOwner<{ attempts: number }>("SELECT attempts FROM sign_in_window ORDER BY attempts");
  expect(rows.map(({ attempts: count }) => count)).toEqual([3, 3, SIGN_IN_LIMITS.accountAndAddress + 3]);
});

it("counts who leaves for a provider and comes back for their address alone, and takes both back at a success", async () => {
  const told = await attempts(SIGN_IN_LIMITS.address + 1, () => [null, HERE]);
  expect(refused(told)).toBe(1);
  expect(await attempts(1, () => ["ada@x.example", "192.0.2.2"])).toEqual([null]);
  await endProviderSignIn(HERE);
  expect(await attempts(2, () => [null, HERE])).toEqual([null, expect.any(Number)]);
});

it("keeps no address of a person and none of a machine", async () => {
  await attempts(1, () => ["ada@x.example", HERE]);
  const rows = await database.asOwner<{ subject: string }>("SELECT * FROM sign_in_window");
  expect(JSON.stringify(rows)).not.toMatch(/ada|example|192/);
  expect(rows.every(({ subject }) => /^[\w-]{43}$/.test(subject))).toBe(true);
});
