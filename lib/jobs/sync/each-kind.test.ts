import { beforeEach, describe, expect, it } from "vitest";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";
import { fakeList } from "#lib/testing/fake-emr";
import { fakeClaim, several } from "#lib/testing/fake-records";

const { database, emr, sync, patients, claims, mrns, count, stateOf, events, pagesOf } = clinicWithFakeEmr();

describe("an incremental kind", () => {
  beforeEach(async () => {
    emr().support.claims = { read: "incremental", ids: true, reason: null };
    emr().since = "watermark 1";
    claims(6);
    await sync();
    emr().reads = [];
  });

  it("reads what changed since the watermark, honours deletions, and sweeps the ids", async () => {
    emr().since = "watermark 2";
    emr().deleted.claims = ["CLM-6"];
    emr().before = ({ kind, what }) => {
      if (kind !== "claims") return;
      const changed = [fakeClaim(1, { balance: "1.00" })];
      emr().records.claims = fakeList<"claims">(what === "page" ? changed : several(4, fakeClaim));
    };
    await sync();
    expect(pagesOf("claims")).toEqual([{ kind: "claims", what: "page", cursor: null, since: "watermark 1" }]);
    expect(emr().reads.filter(({ what }) => what === "ids")).toHaveLength(2);
    expect(await count("claim")).toBe(4);
    expect(await stateOf("claims")).toMatchObject({ since: "watermark 2", status: "fresh", rows: 1 });
  });

  it("without ids is read whole once a week", async () => {
    emr().support.claims = { read: "incremental", ids: false, reason: null };
    await sync();
    expect(pagesOf("claims").at(-1)?.since).toBe("watermark 1");
    await database.asOwner("UPDATE sync_kind SET swept_at = now() - interval '8 days' WHERE kind = 'claims'");
    claims(5);
    await sync();
    expect(pagesOf("claims").at(-1)?.since).toBeNull();
    expect(await count("claim")).toBe(5);
  });
});

describe("a kind that the EMR does not show", () => {
  it("is skipped, and keeps its records", async () => {
    claims(2);
    await sync();
    emr().support.claims = { read: "unsupported", ids: false, reason: "It has no claims" };
    emr().reads = [];
    await sync();
    expect([await count("claim"), pagesOf("claims"), await stateOf("claims")]).toEqual([2, [], undefined]);
  });
});

describe("failures", () => {
  const out = (kinds: SyncKind[], error = new EmrError("passing", "The EMR is out of service")) => {
    emr().before = ({ kind }) => {
      if (kinds.includes(kind)) throw error;
    };
  };

  it("of one kind keep no other from being read; the second degrades it, the first success recovers it", async () => {
    patients(2);
    claims(2);
    out(["claims", "recalls"]);
    await expect(sync()).rejects.toThrow("out of service");
    expect(await mrns()).toHaveLength(2);
    expect(await stateOf("claims")).toMatchObject({ status: "waiting", failures: 1 });
    expect(await events()).toEqual([]);
    for (let again = 0; again < 2; again++) await expect(sync()).rejects.toThrow("out of service");
    expect(await events()).toEqual([["sync.degraded", ["claims", "recalls"]]]);
    expect(await stateOf("claims")).toMatchObject({ status: "degraded", reason: "The EMR is out of service" });
    out(["claims"]);
    await expect(sync()).rejects.toThrow("out of service");
    out([]);
    await sync();
    expect((await events()).slice(1)).toEqual([
      ["sync.recovered", ["recalls"]],
      ["sync.recovered", ["claims"]],
    ]);
    expect(await stateOf("claims")).toMatchObject({ status: "fresh", failures: 0, reason: null });
  });

  it("for good degrade at once", async () => {
    out(["claims"], new EmrError("validation", "Claims may not be read"));
    await expect(sync()).rejects.toThrow("may not be read");
    expect(await events()).toEqual([["sync.degraded", ["claims"]]]);
  });

  it("by a reached limit of calls are none", async () => {
    out(["claims"], new EmrError("passing", "The EMR's limit of calls is reached", { limited: true, retryAfterMs: 9 }));
    for (let again = 0; again < 3; again++) await expect(sync()).rejects.toMatchObject({ limited: true });
    expect([await events(), (await stateOf("claims"))?.failures]).toEqual([[], 0]);
  });
});
