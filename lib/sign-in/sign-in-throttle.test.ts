import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { beginSignIn, endProviderSignIn, endSignIn, forgetSignIns, SIGN_IN_LIMITS } from "./sign-in-throttle.ts";

const database = testDatabase();
const HERE = "192.0.2.1";
const THERE = "192.0.2.2";
const ADA = "ada@x.example";

beforeEach(() => database.asOwner("DELETE FROM sign_in_bucket"));

/** Makes this many attempts one after the other. Returns each one's `retryAfter`: null, or seconds. */
async function attempts(
  count: number,
  of: (index: number) => [string | null, string | null, string?],
): Promise<(number | null)[]> {
  const results = [];
  for (let index = 0; index < count; index++) results.push((await beginSignIn(...of(index))).retryAfter);
  return results;
}

/** The same, concurrently. */
const atOnceAttempts = async (count: number, of: (index: number) => [string, string]): Promise<(number | null)[]> =>
  (await Promise.all(Array.from({ length: count }, (_, index) => beginSignIn(...of(index))))).map(
    ({ retryAfter }) => retryAfter,
  );

const refused = (results: (number | null)[]) => results.filter((seconds) => seconds !== null).length;

/** Simulates the passing of this many seconds. */
const pass = (seconds: number) =>
  database.asOwner("UPDATE sign_in_bucket SET empty_at = empty_at - make_interval(secs => $1)", [seconds]);

describe("failed attempts are refused beyond a limit", () => {
  it("per account and address, in any spelling, without effect on others", async () => {
    const { atOnce, secondsEach } = SIGN_IN_LIMITS.accountAndAddress;
    const results = await attempts(atOnce + 2, (index) => [index % 2 ? "Ada@x.example " : ADA, HERE]);
    expect(results.slice(0, atOnce)).toEqual(Array(atOnce).fill(null));
    for (const seconds of results.slice(atOnce)) {
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(secondsEach);
    }
    expect(await attempts(1, () => [ADA, THERE])).toEqual([null]);
    expect(await attempts(1, () => ["bob@x.example", HERE])).toEqual([null]);
  });

  it("per account from all addresses", async () => {
    const results = await attempts(SIGN_IN_LIMITS.account.atOnce + 3, (index) => [ADA, `198.51.100.${index}`]);
    expect(refused(results)).toBe(3);
  });

  it("per address for all accounts, and per block of IPv6 addresses", async () => {
    for (const address of [() => HERE, (index: number) => `2001:db8:1:2::${index.toString(16)}`]) {
      const { atOnce } = SIGN_IN_LIMITS.address;
      const results = await atOnceAttempts(atOnce + 3, (index) => [`${index}@x.example`, address(index)]);
      expect(refused(results)).toBe(3);
    }
    expect(await attempts(1, () => ["1@x.example", "2001:db8:1:3::1"])).toEqual([null]);
  });

  it("also if many arrive at once", async () => {
    const results = await atOnceAttempts(40, () => [ADA, HERE]);
    expect(refused(results)).toBe(40 - SIGN_IN_LIMITS.accountAndAddress.atOnce);
  });
});

describe("a refused attempt counts under no other limit", () => {
  it("so that one address cannot lock an account for other addresses, however long it continues", async () => {
    await attempts(52, () => [ADA, HERE]);
    expect(await attempts(1, () => [ADA, THERE])).toEqual([null]);
    for (let quarter = 0; quarter < 96; quarter++) {
      await pass(15 * 60);
      await attempts(3, () => [ADA, HERE]);
    }
    const { atOnce } = SIGN_IN_LIMITS.accountAndAddress;
    expect(refused(await attempts(atOnce, () => [ADA, THERE]))).toBe(0);
  });

  it("so that an address that has tried many accounts locks none of them", async () => {
    const spray = SIGN_IN_LIMITS.address.atOnce;
    await atOnceAttempts(spray, (index) => [`${index}@x.example`, HERE]);
    expect(refused(await atOnceAttempts(60, () => [ADA, HERE]))).toBe(60);
    const rows = await database.asOwner("SELECT * FROM sign_in_bucket WHERE empty_at > now()");
    expect(rows).toHaveLength(1 + 2 * spray);
    expect(refused(await attempts(SIGN_IN_LIMITS.account.atOnce, (index) => [ADA, `198.51.100.${index}`]))).toBe(0);
  });
});

describe("a browser known for the account", () => {
  const flood = () => attempts(SIGN_IN_LIMITS.account.atOnce, (index) => [ADA, `198.51.100.${index}`]);

  it("is admitted whatever happens to the account and its address", async () => {
    await flood();
    await atOnceAttempts(SIGN_IN_LIMITS.address.atOnce, (index) => [`${index}@x.example`, HERE]);
    expect(refused(await attempts(1, () => [ADA, HERE]))).toBe(1);
    for (let time = 0; time < 20; time++) {
      const { attempt, retryAfter } = await beginSignIn(ADA, HERE, "device");
      expect(retryAfter).toBeNull();
      await endSignIn(attempt);
    }
  });

  it("has a separate limit, beyond which it counts like any other browser", async () => {
    await flood();
    const { atOnce, secondsEach } = SIGN_IN_LIMITS.device;
    const results = await attempts(atOnce + 1, () => [ADA, HERE, "device"]);
    expect(refused(results)).toBe(1);
    expect(results.at(-1)).toBeLessThanOrEqual(SIGN_IN_LIMITS.account.secondsEach);
    expect(refused(await attempts(1, () => [ADA, HERE, "another"]))).toBe(0);
    await pass(secondsEach);
    expect(refused(await attempts(1, () => [ADA, HERE, "device"]))).toBe(0);
  });
});

it("allows one more attempt as each drains, and leaves no row behind", async () => {
  const { atOnce, secondsEach } = SIGN_IN_LIMITS.accountAndAddress;
  expect(refused(await attempts(atOnce + 1, () => [ADA, HERE]))).toBe(1);
  await pass(secondsEach);
  expect(refused(await attempts(2, () => [ADA, HERE]))).toBe(1);
  await pass(secondsEach * atOnce);
  expect(refused(await attempts(atOnce + 1, () => [ADA, HERE]))).toBe(1);
  await forgetSignIns();
  expect(await database.asOwner("SELECT * FROM sign_in_bucket")).toHaveLength(3);
  await pass(secondsEach * atOnce);
  await forgetSignIns();
  expect(await database.asOwner("SELECT * FROM sign_in_bucket")).toEqual([]);
});

it("removes a known browser's failures after a success, and one attempt from other counts", async () => {
  const { accountAndAddress, address, account, device } = SIGN_IN_LIMITS;
  await attempts(accountAndAddress.atOnce - 1, () => [ADA, HERE]);
  await attempts(device.atOnce - 1, () => [ADA, HERE, "device"]);
  for (const known of [null, "device"]) {
    const { attempt, retryAfter } = await beginSignIn(ADA, HERE, known);
    expect(retryAfter).toBeNull();
    await endSignIn(attempt);
  }
  const rows = await database.asOwner<{ seconds: string }>(
    "SELECT extract(epoch FROM empty_at - now()) AS seconds FROM sign_in_bucket ORDER BY empty_at",
  );
  const left = rows.map(({ seconds }) => Number(seconds));
  const failed = accountAndAddress.atOnce - 1;
  expect(left).toEqual([
    expect.closeTo(failed * address.secondsEach, -2),
    expect.closeTo(failed * account.secondsEach, -2),
    expect.closeTo(failed * accountAndAddress.secondsEach, -2),
  ]);
});

it("counts a sign-in through the provider by address only, and not at all after a success", async () => {
  const results = await attempts(SIGN_IN_LIMITS.address.atOnce + 1, () => [null, HERE]);
  expect(refused(results)).toBe(1);
  expect(await attempts(1, () => [ADA, THERE])).toEqual([null]);
  await endProviderSignIn(HERE);
  expect(await attempts(3, () => [null, HERE])).toEqual([null, null, expect.any(Number)]);
});

it("stores no email address and no network address", async () => {
  await attempts(1, () => [ADA, HERE, "device"]);
  await attempts(1, () => [ADA, HERE]);
  const rows = await database.asOwner<{ subject: string }>("SELECT * FROM sign_in_bucket");
  expect(JSON.stringify(rows)).not.toMatch(/ada|example|192/);
  expect(rows.every(({ subject }) => /^[\w-]{43}$/.test(subject))).toBe(true);
  expect(rows).toHaveLength(4);
});
