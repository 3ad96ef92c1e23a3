import { afterEach, expect, it, vi } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { StreamPlaces } from "./places.ts";

const LIMIT = 50;
const database = testDatabase();
const processes: StreamPlaces[] = [];

afterEach(async () => {
  await Promise.all(processes.splice(0).map((places) => places.close()));
});

function aProcess(renewMs?: number): StreamPlaces {
  const places = new StreamPlaces(renewMs);
  processes.push(places);
  return places;
}

/** Requests `count` places concurrently and returns the number of places granted. */
async function take(places: StreamPlaces, caller: string, count: number): Promise<number> {
  const taken = await Promise.allSettled(Array.from({ length: count }, () => places.take(caller, LIMIT)));
  return taken.filter(({ status }) => status === "fulfilled").length;
}

/** Inserts another process's lease for this many streams, renewed some seconds ago. */
const note = (caller: string, streams: number, secondsAgo: number) =>
  database.asOwner("INSERT INTO stream_lease VALUES ($1, gen_random_uuid(), $2, now() - make_interval(secs => $3))", [
    caller,
    streams,
    secondsAgo,
  ]);

it("grants exactly as many places as the limit allows, and each again once it is free", async () => {
  const places = aProcess();
  const caller = newId();
  expect(await take(places, caller, 3 * LIMIT)).toBe(LIMIT);
  await expect(places.take(caller, LIMIT)).rejects.toMatchObject({ code: "too_many", retryAfterSeconds: 10 });
  expect(await take(places, newId(), LIMIT)).toBe(LIMIT);
  for (let freed = 0; freed < 3; freed++) void places.free(caller);
  expect(await take(places, caller, LIMIT)).toBe(3);
});

it("counts over all processes", async () => {
  const [first, second] = [aProcess(), aProcess()];
  const caller = newId();
  expect(await take(first, caller, 30)).toBe(30);
  expect(await take(second, caller, 30)).toBe(20);
  expect(await take(first, caller, 1)).toBe(0);
  await second.free(caller);
  expect(await take(first, caller, 2)).toBe(1);
  await second.close();
  expect(await take(first, caller, LIMIT)).toBe(19);
});

it("never grants more than the limit while several processes take and free places at once", async () => {
  const all = Array.from({ length: 4 }, () => aProcess());
  const caller = newId();
  let held = 0;
  let most = 0;
  const visitor = async (places: StreamPlaces) => {
    for (let visit = 0; visit < 4; visit++) {
      const got = await places.take(caller, LIMIT).then(
        () => true,
        () => false,
      );
      if (!got) continue;
      most = Math.max(most, ++held);
      await new Promise(setImmediate);
      held--;
      await places.free(caller);
    }
  };
  await Promise.all(all.flatMap((places) => Array.from({ length: 40 }, () => visitor(places))));
  expect(most).toBeLessThanOrEqual(LIMIT);
  expect(most).toBeGreaterThan(0);
  expect(await take(all[0] as StreamPlaces, caller, 2 * LIMIT)).toBe(LIMIT);
});

it("counts a process that died for less than 30 s", async () => {
  const places = aProcess();
  const [renewed, dead] = [newId(), newId()];
  await note(renewed, LIMIT - 1, 20);
  await note(dead, LIMIT - 1, 29);
  expect([await take(places, renewed, 2), await take(places, dead, 2)]).toEqual([1, 2]);
});

it("renews its leases and deletes expired ones", async () => {
  const [caller, gone] = [newId(), newId()];
  await note(gone, 1, 61);
  await aProcess(20).take(caller, LIMIT);
  await database.asOwner("UPDATE stream_lease SET renewed_at = now() - interval '20 s' WHERE caller = $1", [caller]);
  await vi.waitFor(async () => {
    const rows = await database.asOwner<{ caller: string; fresh: boolean }>(
      "SELECT caller, renewed_at > now() - interval '10 s' AS fresh FROM stream_lease WHERE caller IN ($1, $2)",
      [caller, gone],
    );
    expect(rows).toEqual([{ caller, fresh: true }]);
  }, 10_000);
});

it("sends no queries after its close, even if places were being freed", async () => {
  const [places, caller] = [aProcess(), newId()];
  await take(places, caller, LIMIT);
  const freed = Array.from({ length: LIMIT }, () => places.free(caller));
  await places.close();
  await Promise.all(freed);
  const leases = await database.asOwner("SELECT 1 FROM stream_lease WHERE caller = $1", [caller]);
  expect(leases).toEqual([]);
});
