import { beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { readScheduleAnew } from "#lib/resources/providers/read-schedule-anew";
import { open } from "#lib/security/sealing/secret-box";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";
import { fakeList } from "#lib/testing/fake-emr";
import { fakeAppointment, fakeClaim, fakeProvider, several } from "#lib/testing/fake-records";
import { mailBy } from "#lib/testing/mail-by";
import { addPeople } from "#lib/testing/people";

const { database, tenant, emr, sync, patients, claims, mrns, count, stateOf, events, pagesOf } = clinicWithFakeEmr();

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
    expect(pagesOf("claims")).toEqual([
      { kind: "claims", what: "page", cursor: null, since: "watermark 1", fromLoad: false, known: expect.any(Object) },
    ]);
    expect(emr().reads.filter(({ what }) => what === "ids")).toHaveLength(2);
    expect(await count("claim")).toBe(4);
    expect(await stateOf("claims")).toMatchObject({ since: "watermark 2", status: "fresh", rows: 1 });
  });

  it("of many records has its ids compared once a week", { tags: "long" }, async () => {
    emr().pageSize = 1_000;
    claims(5_001);
    await sync();
    const sweeps = () => emr().reads.filter(({ what }) => what === "ids").length;
    claims(5_000);
    emr().answer = (kind, page) => (kind === "claims" ? { ...page, records: [], next: null } : page);
    emr().reads = [];
    await sync();
    expect([sweeps(), await count("claim")]).toEqual([0, 5_001]);
    await database.asOwner("UPDATE sync_kind SET swept_at = now() - interval '8 days' WHERE kind = 'claims'");
    await sync();
    expect([sweeps(), await count("claim")]).toEqual([5, 5_000]);
  });

  it("whose list of ids is suddenly short removes nothing, and is held", async () => {
    emr().before = ({ kind, what }) => {
      if (kind === "claims" && what === "ids") emr().records.claims = fakeList<"claims">([]);
    };
    await sync();
    expect(await count("claim")).toBe(6);
    expect(await stateOf("claims")).toMatchObject({ status: "held", held: { stored: 6, seen: 0 } });
    expect(await events()).toEqual([["sync.degraded", ["claims"]]]);
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

it("reads the whole schedule again once a provider is new, since that of unknown providers was not stored", async () => {
  emr().support.appointments = { read: "incremental", ids: true, reason: null };
  emr().since = "watermark 1";
  emr().records.appointments = fakeList<"appointments">([fakeAppointment(1, { providerEhrId: "102" })]);
  await sync();
  expect(await count("appointment")).toBe(0);
  await sync();
  expect(pagesOf("appointments").at(-1)?.since).toBe("watermark 1");
  emr().records.providers = fakeList<"providers">([fakeProvider("101"), fakeProvider("102")]);
  await sync();
  expect(pagesOf("appointments").at(-1)?.since).toBeNull();
  expect(await count("appointment")).toBe(1);
});

it("reads the whole schedule again once a provider is active again, also if that happens during a reading", async () => {
  emr().support.appointments = { read: "incremental", ids: true, reason: null };
  emr().since = "watermark 1";
  emr().records.providers = fakeList<"providers">([fakeProvider("101")]);
  emr().records.appointments = fakeList<"appointments">([fakeAppointment(1, { providerEhrId: "101" })]);
  await sync();
  const setStatus = (status: string) => database.asOwner("UPDATE provider SET status = $1", [status]);
  await setStatus("inactive");
  await database.asOwner("DELETE FROM appointment");
  emr().before = async ({ kind }) => {
    if (kind !== "appointments") return;
    emr().before = () => undefined;
    await setStatus("active");
    await withTenant(tenant(), (tx) => readScheduleAnew(tx, tenant()));
  };
  emr().reads = [];
  emr().answer = (kind, page) => (kind === "appointments" ? { ...page, records: [] } : page);
  await sync();
  emr().answer = (_kind, page) => page;
  await sync();
  await sync();
  const since = pagesOf("appointments").map((read) => read.since);
  expect(since).toEqual(["watermark 1", null, "watermark 1"]);
  expect(await count("appointment")).toBe(1);
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

  it("of one kind keep no other from being read; the second degrades it, the first success recovers it", {
    tags: "long",
  }, async () => {
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

  it("mail an alert to those who want it when they degrade, and not again while they last", async () => {
    const { organizationId, linkedAccountId } = tenant();
    const person = { id: newId(), name: "Ada", role: "admin" as const, email: `${newId()}@clinic.example` };
    await addPeople(organizationId, [person]);
    mailBy("smtp://127.0.0.1:9");
    try {
      out(["claims"], new EmrError("validation", "Claims may not be read"));
      for (let again = 0; again < 2; again++) await expect(sync()).rejects.toThrow("may not be read");
    } finally {
      mailBy(null);
    }
    const mails = await database.asOwner<{ kind: string; to: string; content: string }>(
      `SELECT m.kind, u.email AS to, m.content FROM mail m JOIN app_user u ON u.id = m.user_id WHERE m.organization_id = $1`,
      [organizationId],
    );
    expect(mails).toMatchObject([{ kind: "emr_degraded", to: person.email }]);
    const facts = JSON.parse(await open(mails[0]?.content ?? ""));
    expect(facts).toMatchObject({
      account: "Test account",
      link: expect.stringContaining(`/a/${linkedAccountId}/integrations`),
    });
  });

  it("by a reached limit of calls are none", async () => {
    out(["claims"], new EmrError("passing", "The EMR's limit of calls is reached", { limited: true, retryAfterMs: 9 }));
    for (let again = 0; again < 3; again++) await expect(sync()).rejects.toMatchObject({ limited: true });
    expect([await events(), (await stateOf("claims"))?.failures]).toEqual([[], 0]);
  });
});
