import { randomBytes } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { nextAsOf } from "#lib/db/as-of";
import { readTenant, withTenant } from "#lib/db/tenant";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { appointment } from "#lib/resources/appointments/table";
import { claim } from "#lib/resources/claims/table";
import { document } from "#lib/resources/documents/table";
import { referral } from "#lib/resources/referrals/table";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";
import { fakeList } from "#lib/testing/fake-emr";
import { fakeAppointment, fakeClaim, fakeDocument, fakePatient, fakeReferral } from "#lib/testing/fake-records";
import { NO_DETAILS } from "#lib/testing/referring-provider";

const { emr, tenant, sync, patients, claims, mrns, count, stateOf, setAside } = clinicWithFakeEmr();

describe("pages", () => {
  it("that overlap, come twice or have a record twice store each record once", async () => {
    patients(6);
    emr().answer = (kind, page) =>
      kind === "patients" ? { ...page, records: [...page.records, ...page.records.slice(0, 1)] } : page;
    const first = emr().connection.readPage;
    emr().connection.readPage = (kind, start, signal) =>
      first(kind, kind === "patients" && start.cursor === "3" ? { ...start, cursor: "2" } : start, signal);
    await sync();
    expect(await mrns()).toHaveLength(6);
    expect(await stateOf("patients")).toMatchObject({ rows: 6, status: "fresh" });
  });

  it("that do not advance fail the kind alone", async () => {
    patients(9);
    claims(2);
    emr().answer = (kind, page) => (kind === "patients" && page.next !== null ? { ...page, next: "3" } : page);
    await expect(sync()).rejects.toThrow("do not advance");
    expect(await count("claim")).toBe(2);
  });

  it("between which a record slipped do not remove it if the EMR lists ids", async () => {
    emr().support.patients = { read: "whole", ids: true, reason: null };
    patients(30);
    await sync();
    emr().answer = (kind, page) => (kind === "patients" ? { ...page, records: page.records.slice(1) } : page);
    await sync();
    expect(await mrns()).toHaveLength(30);
  });

  it("that are slow are asked for again, and one that never comes fails the kind", async () => {
    patients(2);
    let slow = 2;
    emr().before = ({ kind }) =>
      kind === "patients" && slow-- > 0 ? new Promise<void>(() => undefined) : Promise.resolve();
    await sync({ pageMs: 100 });
    expect(await mrns()).toHaveLength(2);
    slow = 3;
    await expect(sync({ pageMs: 100 })).rejects.toMatchObject({ kind: "passing", message: /did not answer/ });
  });
});

describe("a page that a change overtook", () => {
  it("does not undo the change, nor remove it", async () => {
    claims(4);
    await sync();
    emr().records.claims = fakeList<"claims">([fakeClaim(1, { balance: "5.00" }), fakeClaim(2), fakeClaim(3)]);
    emr().before = async ({ kind }) => {
      if (kind !== "claims") return;
      await withTenant(tenant(), (tx) =>
        tx.update(claim).set({ balance: "7.00", asOf: nextAsOf }).where(sql`${claim.emrClaimId} IN ('CLM-1', 'CLM-4')`),
      );
    };
    await sync();
    const rows = await readTenant(tenant(), (tx) => tx.select().from(claim).orderBy(asc(claim.emrClaimId)));
    expect(rows.map(({ emrClaimId, balance }) => [emrClaimId, balance])).toEqual([
      ["CLM-1", "7.00"],
      ["CLM-2", "20.50"],
      ["CLM-3", "20.50"],
      ["CLM-4", "7.00"],
    ]);
  });
});

describe("a record that cannot be stored", () => {
  it("is set aside with its reason, keeps its earlier version, and leaves once it is read well", {
    tags: "long",
  }, async () => {
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
    emr().records.claims = fakeList<"claims">(broken);
    emr().pageSize = 10;
    emr().answer = (kind, page) =>
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
    emr().answer = (_kind, page) => page;
    claims(6);
    await sync();
    expect(await setAside()).toEqual([]);
    expect(await stateOf("claims")).toMatchObject({ set_aside: 0 });
  });
});

describe("a text that is longer than an entry of an index", () => {
  /** A text that PostgreSQL cannot compress. */
  const long = (bytes: number) => randomBytes(bytes).toString("base64url").slice(0, bytes);
  const isTooLong = { kind: "patients", reason: "A text is too long" };

  it("sets its patient aside alone, whichever field has it", async () => {
    const texts = {
      phone: long(6_000),
      mrn: long(4_000),
      firstName: long(3_000),
      lastName: long(3_000),
      mergedInto: long(4_000),
    };
    emr().records.patients = fakeList<"patients">([
      fakePatient(1),
      ...Object.entries(texts).map(([field, text], index) => fakePatient(index + 2, { [field]: text })),
      // Two that are too long together.
      fakePatient(7, { firstName: long(1_400), lastName: long(1_400) }),
      fakePatient(8, { phone: "1".repeat(6_000), firstName: long(800) }),
      fakePatient(9),
    ]);
    await sync();
    expect(await stateOf("patients")).toMatchObject({ set_aside: 6, status: "fresh" });
    expect((await setAside()).map(({ kind, reason }) => ({ kind, reason }))).toEqual(Array(6).fill(isTooLong));
    expect(await mrns()).toHaveLength(3);
    patients(9);
    await sync();
    expect(await stateOf("patients")).toMatchObject({ set_aside: 0, status: "fresh" });
  });

  it("sets visits, claims, referrals and documents aside by their patient or referral", async () => {
    emr().records.appointments = fakeList<"appointments">([
      fakeAppointment(1),
      fakeAppointment(2, { patientEhrId: long(4_000) }),
    ]);
    emr().records.claims = fakeList<"claims">([fakeClaim(1), fakeClaim(2, { patientMrn: long(4_000) })]);
    emr().records.referrals = fakeList<"referrals">([
      fakeReferral(1),
      fakeReferral(2, { referringProviderEhrId: long(4_000) }),
    ]);
    emr().records.documents = fakeList<"documents">([fakeDocument(1), fakeDocument(2, { referralEhrId: long(4_000) })]);
    await sync();
    for (const kind of ["appointments", "claims", "referrals", "documents"] as const)
      expect([kind, await stateOf(kind)]).toMatchObject([kind, { set_aside: 1, status: "fresh" }]);
  });
});

describe("references", () => {
  it("are put right when the record that they name arrives later", async () => {
    emr().records.appointments = fakeList<"appointments">([fakeAppointment(1)]);
    emr().records.referrals = fakeList<"referrals">([fakeReferral(1, { referringProviderEhrId: "RP-1" })]);
    emr().records.documents = fakeList<"documents">([fakeDocument(1, { referralEhrId: "REF-2" })]);
    await sync();
    const read = () =>
      readTenant(tenant(), async (tx) => ({
        mrn: (await tx.select({ mrn: appointment.patientMrn }).from(appointment))[0]?.mrn,
        referredBy: (
          await tx.select({ by: referral.referringProviderId }).from(referral).where(eq(referral.ehrId, "REF-1"))
        )[0]?.by,
        referral: (await tx.select({ id: document.referralId }).from(document))[0]?.id,
      }));
    expect(await read()).toEqual({ mrn: null, referredBy: null, referral: null });
    patients(1);
    emr().records.referring_providers = fakeList<"referring_providers">([
      { ehrId: "RP-1", firstName: "E", lastName: "F", ...NO_DETAILS, active: true },
    ]);
    emr().records.referrals = fakeList<"referrals">([
      fakeReferral(1, { referringProviderEhrId: "RP-1" }),
      fakeReferral(2),
    ]);
    const broken = new Set<SyncKind>(["appointments", "documents"]);
    emr().before = ({ kind }) => {
      if (broken.has(kind)) throw new EmrError("passing", "The EMR is out of service");
    };
    await expect(sync()).rejects.toThrow("out of service");
    expect(await read()).toEqual({ mrn: "MRN-1", referredBy: expect.any(String), referral: expect.any(String) });
  });
});
