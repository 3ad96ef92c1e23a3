import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, randomOf } from "#lib/emr/sandbox/seed/random";
import type { AnyBody } from "#lib/testing/any-body";
import type { Query } from "#lib/testing/cut-jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { Follower } from "./follower.ts";
import type { NotificationCounts, Notifications } from "./notifications.ts";
import { Reader } from "./reader.ts";
import type { Asked } from "./reader-process.ts";

/** Changes in the EMR at most before one reading, and at most beside it. */
const MOST_CHANGES = 8;
const MOST_PAGES = 12;

/** An account whose EMR is changed behind the product's back. */
export interface ReplayedEmr {
  account: TestAccount;
  query: Query;
  /** Changes something in the EMR; `number` is another one for each. */
  change(random: Random, number: number): Promise<void>;
  /** Those of the changes, if the EMR tells the account of them. */
  notifications?: Notifications;
}

/** Counts of a replay. */
export interface ReplayCounts {
  changes: number;
  readings: number;
  /** Readers that were killed at work, and between two pages of a sync. */
  killedAtWork: number;
  killedBetween: number;
  entries: number;
  /** Readings by notices, those of them that were killed at work, the records that they read by ids, and their entries. */
  noticed: { readings: number; killed: number; records: number; entries: number };
  /** Null if the EMR sends none. */
  notifications: NotificationCounts | null;
}

const BY_NOTICES: Asked = { read: "notices" };

const anyReading = (random: Random): Asked =>
  random.pick<Asked>([
    { read: "sync" },
    { read: "changes" },
    { read: "today" },
    { read: "pages", pages: random.between(1, MOST_PAGES) },
  ]);

/** Lets the next reading of any kind be due at once. */
async function letRead({ account, query }: ReplayedEmr): Promise<void> {
  const { linkedAccountId } = account.tenant;
  await query("DELETE FROM account_freshness WHERE linked_account_id = $1", [linkedAccountId]);
  await query("UPDATE emr_event_reading SET next_at = now() - interval '1 second' WHERE linked_account_id = $1", [
    linkedAccountId,
  ]);
}

/** Kinds of whose changes an EMR tells an account. */
const TOLD = new Set(["patients", "appointments"]);

/**
 * Makes random changes in an EMR while a process reads it, which is killed in the midst of readings and between the pages of syncs.
 * If the EMR sends notifications, the readings of the first half and every other one of the second are by notices. Rejects unless a
 * copy that is kept by the feed equals what the reads show after each reading and each kill.
 */
export async function replay(
  emr: ReplayedEmr,
  { changes, kills, stop }: { changes: number; kills: number; stop?: AbortSignal },
): Promise<ReplayCounts> {
  const random = randomOf("a replay");
  const follower = await Follower.of(emr.account);
  const reader = new Reader(emr.account, emr.query);
  const counts = { changes: 0, readings: 0, killedAtWork: 0, killedBetween: 0 };
  const noticed = { readings: 0, killed: 0, records: 0, entries: 0 };
  /** Number of the last change before the readings that nothing changes beside. */
  let last = changes;
  const change = async () => {
    for (let left = random.between(0, MOST_CHANGES); left > 0 && counts.changes < last; left--)
      await emr.change(random, ++counts.changes);
  };
  /** How long a reading of each kind takes: a kill hits any part of one. */
  const tookMs: Partial<Record<Asked["read"], number>> = {};

  /** Reads once. Returns whether the reader was killed at work. */
  async function readOnce(asked: Asked, isKilled: boolean): Promise<boolean> {
    await letRead(emr);
    await reader.start();
    const since = performance.now();
    const reading = reader.read(asked).then((read) => {
      if (read) tookMs[asked.read] = performance.now() - since;
      return read;
    });
    const killedAfter = isKilled && asked.read !== "pages" ? random.next() * (tookMs[asked.read] ?? 1_000) : null;
    const ended = async () => {
      await (killedAfter === null ? reading : Promise.race([pause(killedAfter), reading]));
      if (isKilled) await reader.kill();
    };
    await Promise.all([change(), ended()]);
    const end = await reading;
    if (end?.error) throw new Error(end.error);
    if (end === null && !isKilled) throw new Error("The reader ended by itself");
    counts.readings++;
    if (end === null) counts.killedAtWork++;
    else if (isKilled && asked.read === "pages") counts.killedBetween++;
    return end === null;
  }

  /** Reads once, and compares the copy. Returns what the feed told. */
  async function readAndCompare(asked: Asked, isKilled = false): Promise<AnyBody[]> {
    const { notifications } = emr;
    const before = notifications?.readById ?? 0;
    const isCut = await readOnce(asked, isKilled);
    const told = await follower.catchUp();
    if (notifications && asked.read === "notices") {
      noticed.readings++;
      if (isCut) noticed.killed++;
      noticed.records += notifications.readById - before;
      noticed.entries += told.length;
    }
    await notifications?.comeLate();
    return told;
  }

  /** Changes and reads, as `next` names it, until there are so many changes and kills. */
  async function goOn(least: { changes: number; kills: number }, next: () => Asked): Promise<void> {
    const killed = () => counts.killedAtWork + counts.killedBetween;
    last = least.changes;
    while (!stop?.aborted && (counts.changes < least.changes || killed() < least.kills)) {
      await change();
      await readAndCompare(next(), killed() < kills && random.chance(0.7));
    }
  }

  /** Syncs, and returns what was told of the kinds that notifications name. */
  const foundBySync = async () => (await readAndCompare({ read: "sync" })).filter(({ kind }) => TOLD.has(kind));

  /** Reads by notices alone, none of which is lost. Checks that all have their whole effect: a sync finds no more. */
  async function goOnByNotices(notifications: Notifications): Promise<void> {
    notifications.way = "good";
    await goOn({ changes: changes / 2, kills: 0 }, () => BY_NOTICES);
    await readAndCompare(BY_NOTICES);
    const { linkedAccountId } = emr.account.tenant;
    const left = await emr.query("SELECT event FROM emr_event_arrived WHERE linked_account_id = $1", [linkedAccountId]);
    assert.deepEqual(left, [], "Notices that were not taken");
    assert.deepEqual(await foundBySync(), [], "Notices without their effect");
    assert.ok(noticed.entries > 0, "The notices told of nothing");
    notifications.way = "bad";
  }

  /** Checks that the next reading of what changed makes up for notifications that are lost, but for deletions: a sync finds no more. */
  async function assertMadeUp(notifications: Notifications): Promise<void> {
    await notifications.comeLate(1);
    await readAndCompare(BY_NOTICES);
    // A sync that was stopped between pages goes on: until it has ended, what changed is left to it.
    await foundBySync();
    notifications.way = "none";
    for (let more = MOST_CHANGES; more > 0; more--) await emr.change(random, ++counts.changes);
    await readAndCompare({ read: "changes" });
    const missed = (await foundBySync()).filter(({ change: how }) => how !== "deleted");
    assert.deepEqual(missed, [], "Changes that were not read");
  }

  try {
    const { notifications } = emr;
    if (notifications) await goOnByNotices(notifications);
    await goOn({ changes, kills }, () => (notifications && random.chance(0.5) ? BY_NOTICES : anyReading(random)));
    if (notifications && !stop?.aborted) await assertMadeUp(notifications);
    else await readAndCompare({ read: "sync" });
  } finally {
    await reader.kill();
  }
  assert.ok(follower.entries > 0, "The feed told of nothing");
  return { ...counts, entries: follower.entries, noticed, notifications: emr.notifications?.counts ?? null };
}
