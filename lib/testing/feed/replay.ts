import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, randomOf } from "#lib/emr/sandbox/seed/random";
import type { Query } from "#lib/testing/cut-jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { Follower } from "./follower.ts";
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
}

/** Counts of a replay. */
export interface ReplayCounts {
  changes: number;
  readings: number;
  /** Readers that were killed at work, and between two pages of a sync. */
  killedAtWork: number;
  killedBetween: number;
  entries: number;
}

const anyReading = (random: Random): Asked =>
  random.pick<Asked>([
    { read: "sync" },
    { read: "changes" },
    { read: "today" },
    { read: "pages", pages: random.between(1, MOST_PAGES) },
  ]);

/** Lets the next reading of either kind be due at once. */
const letRead = ({ account, query }: ReplayedEmr) =>
  query("DELETE FROM account_freshness WHERE linked_account_id = $1", [account.tenant.linkedAccountId]);

/**
 * Makes random changes in an EMR while a process reads it, which is killed in the midst of readings and between the pages of syncs.
 * Rejects unless a copy that is kept by the feed equals what the reads show after each reading and each kill.
 */
export async function replay(
  emr: ReplayedEmr,
  { changes, kills, stop }: { changes: number; kills: number; stop?: AbortSignal },
): Promise<ReplayCounts> {
  const random = randomOf("a replay");
  const follower = await Follower.of(emr.account);
  const reader = new Reader(emr.account, emr.query);
  const counts = { changes: 0, readings: 0, killedAtWork: 0, killedBetween: 0 };
  const change = async () => {
    for (let left = random.between(0, MOST_CHANGES); left > 0 && counts.changes < changes; left--)
      await emr.change(random, ++counts.changes);
  };
  /** How long a reading takes: a kill hits any part of one. */
  let readMs = 1_000;

  async function readOnce(asked: Asked, isKilled: boolean): Promise<void> {
    await letRead(emr);
    await reader.start();
    const since = performance.now();
    const reading = reader.read(asked);
    await change();
    if (isKilled && asked.read !== "pages") await Promise.race([pause(random.next() * readMs), reading]);
    else await reading;
    if (isKilled) await reader.kill();
    const end = await reading;
    if (end?.error) throw new Error(end.error);
    if (end === null && !isKilled) throw new Error("The reader ended by itself");
    counts.readings++;
    if (end === null) counts.killedAtWork++;
    else if (isKilled && asked.read === "pages") counts.killedBetween++;
    else if (asked.read === "sync") readMs = performance.now() - since;
  }

  try {
    while (counts.changes < changes || counts.killedAtWork + counts.killedBetween < kills) {
      if (stop?.aborted) break;
      await change();
      const left = kills - counts.killedAtWork - counts.killedBetween;
      await readOnce(anyReading(random), left > 0 && random.chance(0.7));
      await follower.catchUp();
    }
    await readOnce({ read: "sync" }, false);
    await follower.catchUp();
  } finally {
    await reader.kill();
  }
  assert.ok(follower.entries > 0, "The feed told of nothing");
  return { ...counts, entries: follower.entries };
}
