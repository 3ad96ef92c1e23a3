import { expect, test } from "vitest";
import { testDatabase } from "#lib/testing/test-database";
import { isPrepared, markPrepared, preparationDigest, whileNobodyPrepares } from "./prepared.ts";

const database = testDatabase();

test("a database is prepared for one version and one set of options", async () => {
  const { ownerUrl, encryptionKey } = database;
  const digest = await preparationDigest({ encryptionKey, seed: true });
  expect(await isPrepared(ownerUrl, digest, encryptionKey)).toBe(false);
  await markPrepared(ownerUrl, digest);
  expect(await isPrepared(ownerUrl, digest, encryptionKey)).toBe(true);
  expect(await preparationDigest({ encryptionKey, seed: true })).toBe(digest);
  expect(await preparationDigest({ encryptionKey, seed: false })).not.toBe(digest);
});

test("a database without this deployment's login roles is not prepared", async () => {
  const { ownerUrl } = database;
  const another = "another-key-0123456789-0123456789";
  const digest = await preparationDigest({ encryptionKey: another, seed: true });
  await markPrepared(ownerUrl, digest);
  expect(await isPrepared(ownerUrl, digest, another)).toBe(false);
});

test("an empty database is not prepared", async () => {
  const empty = new URL(database.ownerUrl);
  empty.pathname = "/postgres";
  expect(await isPrepared(empty.toString(), "any", database.encryptionKey)).toBe(false);
});

test("several processes prepare one database sequentially", async () => {
  const { ownerUrl } = database;
  let atWork = 0;
  const most: number[] = [];
  const prepare = () =>
    whileNobodyPrepares(ownerUrl, async () => {
      most.push(++atWork);
      await database.asOwner("SELECT pg_sleep(0.05)");
      atWork--;
    });
  await Promise.all([prepare(), prepare(), prepare(), prepare()]);
  expect(most).toEqual([1, 1, 1, 1]);
});

test("a failed preparation does not block other processes", async () => {
  const { ownerUrl } = database;
  await expect(whileNobodyPrepares(ownerUrl, () => Promise.reject(new Error("cut off")))).rejects.toThrow("cut off");
  let done = false;
  await whileNobodyPrepares(ownerUrl, async () => {
    done = true;
  });
  expect(done).toBe(true);
});
