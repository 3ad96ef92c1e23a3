import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { nextAsOf } from "#lib/db/as-of";
import { Door } from "#lib/db/door";
import { event, patient, syncSetAside } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { appointment } from "#lib/resources/appointments/table";
import { claim } from "#lib/resources/claims/table";
import { document } from "#lib/resources/documents/table";
import { referral } from "#lib/resources/referrals/table";
import { type FakeEmr, fakeEmr, fakeList, fakeSettings } from "#lib/testing/fake-emr";
import {
  fakeAppointment,
  fakeClaim,
  fakeDocument,
  fakePatient,
  fakeProvider,
  fakeReferral,
  several,
} from "#lib/testing/fake-records";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { NO_DETAILS } from "#lib/testing/referring-provider";
import { testDatabase } from "#lib/testing/test-database";
import { SyncOvertaken } from "./run.ts";
import { syncOver } from "./sync-account.ts";

const database = testDatabase();
let account: TestAccount;
let emr: FakeEmr;

beforeEach(async () => {
  account = await makeLinkedAccount();
  emr = fakeEmr();
  emr.records.providers = fakeList<"providers">([fakeProvider("101")]);
});

const sync = (given: { requestedAt?: Date; acceptHeld?: SyncKind[]; pageMs?: number } = {}) =>
  syncOver(account.tenant, emr.connection, { emrType: "sandbox", requestedAt: new Date(), acceptHeld: [], ...given });

const patients = (count: number) => {
  emr.records.patients = fakeList<"patients">(several(count, fakePatient));
};
const claims = (count: number) => {
  emr.records.claims = fakeList<"claims">(several(count, fakeClaim));
};

const mrns = async () =>
  (await readTenant(account.tenant, (tx) => tx.select({ mrn: patient.mrn }).from(patient))).map(({ mrn }) => mrn);
const count = (table: "patient" | "claim" | "appointment" | "sync_seen") =>
  database
    .asOwner<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table} WHERE linked_account_id = $1`, [
      account.tenant.linkedAccountId,
    ])
    .then(([row]) => row?.count);
const stateOf = async (kind: SyncKind) =>
  (
    await database.asOwner<Record<string, unknown>>(
      "SELECT * FROM sync_kind WHERE linked_account_id = $1 AND kind = $2",
      [account.tenant.linkedAccountId, kind],
    )
  )[0];
const setAside = () =>
  readTenant(account.tenant, (tx) =>
    tx
      .select({ kind: syncSetAside.kind, ehrId: syncSetAside.ehrId, reason: syncSetAside.reason })
      .from(syncSetAside)
      .orderBy(asc(syncSetAside.ehrId)),
  );
const events = async () =>
  (await readTenant(account.tenant, (tx) => tx.select().from(event).orderBy(asc(event.id)))).map(
    ({ type, envelope }) => [type, (envelope.data as { kinds: string[] }).kinds],
  );
const pagesOf = (kind: SyncKind) => emr.reads.filter((read) => read.kind === kind && read.what === "page");

/** Dies at a statement: the connection is cut before it is sent, as if the process had been killed. */
function dieAt(statement: number) {
  const state = { died: false, restore: () => vi.restoreAllMocks() };
  let sent = 0;
  for (const method of ["query", "send", "commit"] as const) {
    const real = Door.prototype[method] as (...given: unknown[]) => unknown;
    vi.spyOn(Door.prototype, method).mockImplementation(function (this: Door, ...given: unknown[]) {
      if (++sent === statement) {
        state.died = true;
        this.client.connection.stream.destroy();
      }
      return real.apply(this, given) as never;
    } as never);
  }
  return state;
}

describe("a run that dies", () => {
  it("between any two statements is continued by the next, which reads at most one page again", async () => {
    patients(7);
    const unshown = { read: "unsupported", ids: false, reason: null } as const;
    for (const kind of SYNC_KINDS.filter((each) => each !== "patients")) emr.support[kind] = unshown;
    let statement = 1;
    for (; ; statement++) {
      account = await makeLinkedAccount();
      emr.reads = [];
      const death = dieAt(statement);
      const requestedAt = new Date();
      await sync({ requestedAt }).catch(() => undefined);
      death.restore();
      await sync({ requestedAt });
      expect(await mrns(), `killed at statement ${statement}`).toHaveLength(7);
      const starts = pagesOf("patients").map(({ cursor }) => cursor);
      expect(new Set(starts).size).toBe(3);
      expect(starts.length).toBeLessThanOrEqual(4);
      expect(await count("sync_seen")).toBe(0);
      if (!death.died) break;
    }
    expect(statement).toBeGreaterThan(30);
  }, 60_000);

  it("leaves a kind that the EMR no longer continues at its cursor to begin anew", async () => {
    patients(9);
    let gone = false;
    emr.before = ({ kind, cursor }) => {
      if (kind === "patients" && cursor !== null && gone) throw new EmrError("passing", "The cursor has expired");
      if (kind === "patients" && cursor === "3") gone = true;
    };
    await expect(sync()).rejects.toThrow("expired");
    await expect(sync()).rejects.toThrow("expired");
    await expect(sync()).rejects.toThrow("expired");
    emr.before = () => undefined;
    await sync();
    expect(await mrns()).toHaveLength(9);
    expect(pagesOf("patients").filter(({ cursor }) => cursor === null)).toHaveLength(2);
  });
});

describe("pages", () => {
  it("that overlap, come twice or have a record twice store each record once", async () => {
    patients(6);
    emr.answer = (kind, page) =>
      kind === "patients" ? { ...page, records: [...page.records, ...page.records.slice(0, 1)] } : page;
    const first = emr.connection.readPage;
    emr.connection.readPage = (kind, start, signal) =>
      first(kind, kind === "patients" && start.cursor === "3" ? { ...start, cursor: "2" } : start, signal);
    await sync();
    expect(await mrns()).toHaveLength(6);
    expect(await stateOf("patients")).toMatchObject({ rows: 6, status: "fresh" });
  });

  it("that do not advance fail the kind alone", async () => {
    patients(9);
    claims(2);
    emr.answer = (kind, page) => (kind === "patients" && page.next !== null ? { ...page, next: "3" } : page);
    await expect(sync()).rejects.toThrow("do not advance");
    expect(await count("claim")).toBe(2);
  });

  it("between which a record slipped do not remove it where the EMR lists ids", async () => {
    emr.support.patients = { read: "whole", ids: true, reason: null };
    patients(30);
    await sync();
    emr.answer = (kind, page) => (kind === "patients" ? { ...page, records: page.records.slice(1) } : page);
    await sync();
    expect(await mrns()).toHaveLength(30);
  });

  it("that are slow are asked for again, and one that never comes fails the kind", async () => {
    patients(2);
    let slow = 2;
    emr.before = ({ kind }) =>
      kind === "patients" && slow-- > 0 ? new Promise<void>(() => undefined) : Promise.resolve();
    await sync({ pageMs: 100 });
    expect(await mrns()).toHaveLength(2);
    slow = 3;
    await expect(sync({ pageMs: 100 })).rejects.toMatchObject({ kind: "passing", message: /did not answer/ });
  });
});

describe("a short answer", () => {
  it.each([
    ["empty", 3, 0],
    ["a fifth and twenty fewer", 100, 79],
  ])("that is %s removes nothing until a person accepts it", async (_name, before, after) => {
    claims(before);
    await sync();
    claims(after);
    await sync();
    expect(await count("claim")).toBe(before);
    expect(await stateOf("claims")).toMatchObject({ status: "held", held: { stored: before, seen: after } });
    await sync();
    expect(await events()).toEqual([["sync.degraded", ["claims"]]]);
    await sync({ acceptHeld: ["claims"] });
    expect(await count("claim")).toBe(after);
    expect(await stateOf("claims")).toMatchObject({ status: "fresh", held: null, accept_held: false });
    expect(await events()).toEqual([
      ["sync.degraded", ["claims"]],
      ["sync.recovered", ["claims"]],
    ]);
  });

  it("that is only a little shorter removes what is gone", async () => {
    claims(100);
    await sync();
    claims(81);
    await sync();
    expect(await count("claim")).toBe(81);
  });

  it("that is shorter than the accepted one is held again", async () => {
    claims(100);
    await sync();
    claims(70);
    await sync();
    claims(0);
    await sync({ acceptHeld: ["claims"] });
    expect(await count("claim")).toBe(100);
    expect(await stateOf("claims")).toMatchObject({ held: { stored: 100, seen: 0 } });
  });

  it("is not accepted by a request that was made before it", async () => {
    claims(3);
    await sync();
    const requestedAt = new Date();
    claims(0);
    await sync();
    await sync({ requestedAt, acceptHeld: ["claims"] });
    expect(await count("claim")).toBe(3);
  });

  it("of a list of the settings keeps its entries", async () => {
    const pharmacies = several(3, (number) => ({ id: `P-${number}`, name: `Pharmacy ${number}` }));
    const settings = (list: typeof pharmacies) => {
      emr.records.settings = fakeList<"settings">([{ ...fakeSettings, pharmacies: list }]);
    };
    const stored = async () =>
      (
        await database.asOwner<{ count: number }>(
          "SELECT jsonb_array_length(settings -> 'pharmacies') AS count FROM linked_account WHERE id = $1",
          [account.tenant.linkedAccountId],
        )
      )[0]?.count;
    settings(pharmacies);
    await sync();
    settings([]);
    await sync();
    expect([await stored(), (await stateOf("settings"))?.status]).toEqual([3, "held"]);
    await sync({ acceptHeld: ["settings"] });
    expect([await stored(), (await stateOf("settings"))?.status]).toEqual([0, "fresh"]);
  });
});

describe("a record that cannot be stored", () => {
  it("is set aside with its reason, keeps its earlier version, and leaves once it is read well", async () => {
    claims(5);
    await sync();
    const broken = [
      fakeClaim(1),
      fakeClaim(2, { totalCharge: "a lot" }),
      fakeClaim(3, { claimStatus: "SU\0B" }),
      fakeClaim(4, { serviceDate: "2026-02-30" }),
      fakeClaim(5, { claimStatusDescription: null as unknown as string }),
      fakeClaim(6),
    ];
    emr.records.claims = fakeList<"claims">(broken);
    emr.pageSize = 10;
    emr.answer = (kind, page) =>
      kind === "claims" ? { ...page, faulty: [{ ehrId: "CLM-7", reason: "It has no patient" }] } : page;
    await sync();
    expect(await count("claim")).toBe(6);
    expect(await setAside()).toEqual([
      { kind: "claims", ehrId: "CLM-2", reason: "A value has the wrong type" },
      { kind: "claims", ehrId: "CLM-3", reason: "A text has characters that cannot be stored" },
      { kind: "claims", ehrId: "CLM-4", reason: "A date or time is not valid" },
      { kind: "claims", ehrId: "CLM-5", reason: "The field claim_status_description is missing" },
      { kind: "claims", ehrId: "CLM-7", reason: "It has no patient" },
    ]);
    expect(await stateOf("claims")).toMatchObject({ set_aside: 5, status: "fresh" });
    emr.answer = (_kind, page) => page;
    claims(6);
    await sync();
    expect(await setAside()).toEqual([]);
    expect(await stateOf("claims")).toMatchObject({ set_aside: 0 });
  });
});

describe("a page that a change overtook", () => {
  it("does not undo the change, nor remove it", async () => {
    claims(4);
    await sync();
    emr.records.claims = fakeList<"claims">([fakeClaim(1, { balance: "5.00" }), fakeClaim(2), fakeClaim(3)]);
    emr.before = async ({ kind }) => {
      if (kind !== "claims") return;
      await withTenant(account.tenant, (tx) =>
        tx.update(claim).set({ balance: "7.00", asOf: nextAsOf }).where(sql`${claim.emrClaimId} IN ('CLM-1', 'CLM-4')`),
      );
    };
    await sync();
    const rows = await readTenant(account.tenant, (tx) => tx.select().from(claim).orderBy(asc(claim.emrClaimId)));
    expect(rows.map(({ emrClaimId, balance }) => [emrClaimId, balance])).toEqual([
      ["CLM-1", "7.00"],
      ["CLM-2", "20.50"],
      ["CLM-3", "20.50"],
      ["CLM-4", "7.00"],
    ]);
  });
});

describe("an incremental kind", () => {
  beforeEach(async () => {
    emr.support.claims = { read: "incremental", ids: true, reason: null };
    emr.since = "watermark 1";
    claims(6);
    await sync();
    emr.reads = [];
  });

  it("reads what changed since the watermark, honours deletions, and sweeps the ids", async () => {
    emr.since = "watermark 2";
    emr.deleted.claims = ["CLM-6"];
    emr.before = ({ kind, what }) => {
      if (kind !== "claims") return;
      const changed = [fakeClaim(1, { balance: "1.00" })];
      emr.records.claims = fakeList<"claims">(what === "page" ? changed : several(4, fakeClaim));
    };
    await sync();
    expect(pagesOf("claims")).toEqual([{ kind: "claims", what: "page", cursor: null, since: "watermark 1" }]);
    expect(emr.reads.filter(({ what }) => what === "ids")).toHaveLength(2);
    expect(await count("claim")).toBe(4);
    expect(await stateOf("claims")).toMatchObject({ since: "watermark 2", status: "fresh", rows: 1 });
  });

  it("without ids is read whole once a week", async () => {
    emr.support.claims = { read: "incremental", ids: false, reason: null };
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
  emr.support.appointments = { read: "incremental", ids: true, reason: null };
  emr.since = "watermark 1";
  emr.records.appointments = fakeList<"appointments">([fakeAppointment(1, { providerEhrId: "102" })]);
  await sync();
  expect(await count("appointment")).toBe(0);
  await sync();
  expect(pagesOf("appointments").at(-1)?.since).toBe("watermark 1");
  emr.records.providers = fakeList<"providers">([fakeProvider("101"), fakeProvider("102")]);
  await sync();
  expect(pagesOf("appointments").at(-1)?.since).toBeNull();
  expect(await count("appointment")).toBe(1);
});

describe("references", () => {
  it("are put right when the record that they name arrives later", async () => {
    emr.records.appointments = fakeList<"appointments">([fakeAppointment(1)]);
    emr.records.referrals = fakeList<"referrals">([fakeReferral(1, { referringProviderEhrId: "RP-1" })]);
    emr.records.documents = fakeList<"documents">([fakeDocument(1, { referralEhrId: "REF-2" })]);
    await sync();
    const read = () =>
      readTenant(account.tenant, async (tx) => ({
        mrn: (await tx.select({ mrn: appointment.patientMrn }).from(appointment))[0]?.mrn,
        referredBy: (
          await tx.select({ by: referral.referringProviderId }).from(referral).where(eq(referral.ehrId, "REF-1"))
        )[0]?.by,
        referral: (await tx.select({ id: document.referralId }).from(document))[0]?.id,
      }));
    expect(await read()).toEqual({ mrn: null, referredBy: null, referral: null });
    patients(1);
    emr.records.referring_providers = fakeList<"referring_providers">([
      { ehrId: "RP-1", firstName: "E", lastName: "F", ...NO_DETAILS, active: true },
    ]);
    emr.records.referrals = fakeList<"referrals">([
      fakeReferral(1, { referringProviderEhrId: "RP-1" }),
      fakeReferral(2),
    ]);
    const broken = new Set<SyncKind>(["appointments", "documents"]);
    emr.before = ({ kind }) => {
      if (broken.has(kind)) throw new EmrError("passing", "The EMR is out of service");
    };
    await expect(sync()).rejects.toThrow("out of service");
    expect(await read()).toEqual({ mrn: "MRN-1", referredBy: expect.any(String), referral: expect.any(String) });
  });
});

describe("failures", () => {
  const out = (kinds: SyncKind[], error = new EmrError("passing", "The EMR is out of service")) => {
    emr.before = ({ kind }) => {
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

describe("a kind that the EMR does not show", () => {
  it("is skipped, and keeps its records", async () => {
    claims(2);
    await sync();
    emr.support.claims = { read: "unsupported", ids: false, reason: "It has no claims" };
    emr.reads = [];
    await sync();
    expect([await count("claim"), pagesOf("claims"), await stateOf("claims")]).toEqual([2, [], undefined]);
  });
});

describe("a second run of the account", () => {
  it("takes over where the first one is, and the first stops at its next page", async () => {
    patients(9);
    const requestedAt = new Date();
    let second: Promise<void> | undefined;
    const [begun, firstEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    emr.before = async ({ kind, cursor }) => {
      if (kind !== "patients" || cursor !== "3") return;
      if (second) {
        begun.resolve();
        await firstEnded.promise;
      } else {
        second = sync({ requestedAt });
        await begun.promise;
      }
    };
    await expect(sync({ requestedAt })).rejects.toThrow(SyncOvertaken);
    firstEnded.resolve();
    await second;
    expect(await mrns()).toHaveLength(9);
    expect(pagesOf("patients").map(({ cursor }) => cursor)).toEqual([null, "3", "3", "6"]);
    expect(await stateOf("patients")).toMatchObject({ status: "fresh", rows: 9, pages: 3 });
  });

  it("reads nothing that was read completely since it was asked for", async () => {
    patients(2);
    const requestedAt = new Date();
    await sync();
    emr.reads = [];
    await sync({ requestedAt });
    expect(emr.reads).toEqual([]);
  });
});
