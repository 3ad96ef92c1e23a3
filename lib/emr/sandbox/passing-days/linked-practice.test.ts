import { expect, it } from "vitest";
import { prepareAccount } from "#lib/emr/account";
import { addDays, todayIn } from "#lib/kernel/dates";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date();
const TIMEZONE = "America/Chicago";

const database = testDatabase();

const accountOf = (id: string, emrType = "sandbox") => ({
  id,
  organizationId: newId(),
  name: "Main street",
  emrType,
  timezone: TIMEZONE,
  connection: null,
  credentials: null,
  profile: null,
  syncedAt: null,
  unlinkedAt: null,
  linkVersion: 0,
  originVersion: 0,
});

const days = (practiceId: string) =>
  database.asOwner<{ day: string }>(
    "SELECT DISTINCT (starts_at AT TIME ZONE $2)::date::text AS day FROM sandbox.appointment WHERE practice_id = $1 ORDER BY 1",
    [practiceId, TIMEZONE],
  );

const practices = async (id: string) =>
  (await database.asOwner("SELECT FROM sandbox.practice WHERE id = $1", [id])).length;

it("creates the practice of a newly linked account once, also for two syncs at the same time", async () => {
  const account = accountOf(newId(), "sandbox_basic");
  await Promise.all([prepareAccount(account, NOW), prepareAccount(account, NOW)]);
  expect(
    await database.asOwner("SELECT name, kind, timezone FROM sandbox.practice WHERE id = $1", [account.id]),
  ).toEqual([{ name: "Main street", kind: "sandbox_basic", timezone: TIMEZONE }]);
  expect((await days(account.id)).map(({ day }) => day)).toContain(todayIn(TIMEZONE, NOW));
});

it("creates no practice for an account that was synced, nor again after it was removed", async () => {
  const synced = accountOf(newId());
  await prepareAccount({ ...synced, syncedAt: NOW }, NOW);
  expect(await practices(synced.id)).toBe(0);

  const removed = accountOf(newId());
  await prepareAccount(removed, NOW);
  await database.asOwner("DELETE FROM sandbox.practice WHERE id = $1", [removed.id]);
  await prepareAccount(removed, NOW);
  expect(await practices(removed.id)).toBe(0);
});

it("lets the days of one account's practice pass, also twice at the same time, and those of no other", {
  tags: "long",
}, async () => {
  const [account, other] = [accountOf(newId()), accountOf(newId())];
  await prepareAccount(account, NOW);
  await prepareAccount(other, NOW);
  const before = await days(other.id);
  const later = new Date(NOW.getTime() + 3 * DAY_MS);
  await Promise.all([prepareAccount(account, later), prepareAccount(account, later)]);
  expect((await days(account.id)).map(({ day }) => day)).toContain(addDays(todayIn(TIMEZONE, later), 20));
  expect(await days(other.id)).toEqual(before);
});
