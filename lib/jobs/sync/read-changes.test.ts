import { beforeEach, expect, it } from "vitest";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";
import { fakeList } from "#lib/testing/fake-emr";
import { fakeClaim, fakePatient, several } from "#lib/testing/fake-records";
import { changingKinds, readChanges } from "./read-changes.ts";

const { database, tenant, emr, sync, patients, claims, count, stateOf, events } = clinicWithFakeEmr();

const INCREMENTAL = { read: "incremental", ids: true, reason: null } as const;

const read = (kinds: SyncKind[] = ["claims"]) =>
  readChanges(tenant(), emr().connection, { emrType: "sandbox", linkVersion: 0, kinds });

/** Lets the EMR return some claims of those that are stored, as an incremental reading does. */
const changed = (...numbers: number[]) => {
  emr().records.claims = fakeList<"claims">(numbers.map((number) => fakeClaim(number, { balance: "7.00" })));
};

const balances = async () =>
  (
    await database.asOwner<{ balance: string }>("SELECT balance FROM claim WHERE linked_account_id = $1 ORDER BY 1", [
      tenant().linkedAccountId,
    ])
  ).map(({ balance }) => balance);

const setKind = (assignments: string) =>
  database.asOwner(`UPDATE sync_kind SET ${assignments} WHERE linked_account_id = $1 AND kind = 'claims'`, [
    tenant().linkedAccountId,
  ]);

beforeEach(async () => {
  emr().support.claims = INCREMENTAL;
  emr().since = "watermark 1";
  claims(6);
  await sync();
  emr().reads = [];
  emr().since = "watermark 2";
});

it("reads the kinds alone of which few calls tell what changed", () => {
  emr().support.patients = { ...INCREMENTAL, partial: true, rotates: true };
  emr().support.appointments = { ...INCREMENTAL, partial: true, rotates: true };
  expect(changingKinds(emr().connection, { visitsByParts: false })).toEqual(["claims"]);
  expect(changingKinds(emr().connection, { visitsByParts: true })).toEqual(["appointments", "claims"]);
});

it("stores what changed since the watermark, and removes what the EMR says it has deleted and nothing else", async () => {
  changed(2);
  emr().deleted.claims = ["CLM-6"];
  await read();
  expect(emr().reads.map(({ kind, what, since }) => [kind, what, since])).toEqual([["claims", "page", "watermark 1"]]);
  expect(await count("claim")).toBe(5);
  expect((await balances()).filter((balance) => Number(balance) === 7)).toHaveLength(1);
  expect(await stateOf("claims")).toMatchObject({ since: "watermark 2", status: "fresh", runner: null });
});

it("never sweeps the ids nor reads all records, however long ago that was", async () => {
  await setKind("swept_at = now() - interval '30 days'");
  emr().support.claims = { read: "incremental", ids: false, reason: null };
  changed(1);
  await read();
  expect(emr().reads.map(({ what, since }) => [what, since])).toEqual([["page", "watermark 1"]]);
  expect(await count("claim")).toBe(6);
});

it("counts as no sync: one that was asked for before still sweeps", async () => {
  const requestedAt = new Date(Date.now() - 1_000);
  changed(1);
  await read();
  emr().reads = [];
  claims(4);
  await sync({ requestedAt });
  expect(emr().reads.filter(({ kind, what }) => kind === "claims" && what === "ids").length).toBeGreaterThan(0);
  expect(await count("claim")).toBe(4);
});

it.each([
  ["was never read", "since = NULL"],
  ["is held", 'held = \'{"stored": 6, "seen": 1}\''],
  ["has to be read anew", "anew_since = 1000000000"],
  ["a sync reads", `runner = gen_random_uuid()`],
  ["a sync has begun to read whole", "reading = true, mode = 'whole'"],
])("leaves a kind to the syncs that %s", async (_name, assignments) => {
  await setKind(assignments);
  const before = await stateOf("claims");
  changed(1);
  await read();
  expect(emr().reads).toEqual([]);
  expect(await stateOf("claims")).toEqual(before);
});

it("goes on where a process died, at the page that follows", async () => {
  emr().records.claims = fakeList<"claims">(several(6, (number) => fakeClaim(number, { balance: "7.00" })));
  const died = Promise.withResolvers<void>();
  emr().before = ({ cursor }) => (cursor === "3" ? died.promise : undefined);
  const first = read();
  await expect.poll(() => emr().reads.length).toBe(2);
  emr().before = () => undefined;
  emr().reads = [];
  // The dead process's run keeps its row: another one between the syncs takes it over.
  await read();
  expect(emr().reads.map(({ cursor }) => cursor)).toEqual(["3"]);
  expect((await balances()).map(Number)).toEqual([7, 7, 7, 7, 7, 7]);
  died.resolve();
  await first;
  expect(await stateOf("claims")).toMatchObject({ reading: false, runner: null, since: "watermark 2" });
});

it("gives way to a sync that begins meanwhile", async () => {
  changed(1, 2, 3, 4);
  emr().before = async ({ cursor, what }) => {
    if (cursor !== "3" || what !== "page") return;
    emr().before = () => undefined;
    claims(6);
    await sync();
  };
  await read();
  expect(await stateOf("claims")).toMatchObject({ reading: false, runner: null, failures: 0, status: "fresh" });
});

it("makes a kind degraded once it failed twice, and fresh again by itself", async () => {
  patients(1);
  emr().records.patients = fakeList<"patients">(several(1, fakePatient));
  emr().before = () => {
    throw new EmrError("passing", "The EMR is out of service");
  };
  for (const _ of [1, 2]) await expect(read()).rejects.toThrow("out of service");
  expect(await stateOf("claims")).toMatchObject({ status: "degraded", failures: 2 });
  emr().before = () => undefined;
  changed(1);
  await read();
  expect(await stateOf("claims")).toMatchObject({ status: "fresh", failures: 0 });
  expect((await events()).map(([type]) => type)).toEqual(expect.arrayContaining(["sync.degraded", "sync.recovered"]));
});
