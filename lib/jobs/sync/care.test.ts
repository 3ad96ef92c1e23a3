import { createHash } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { drawAsOf } from "#lib/db/as-of";
import { readTenant, withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { storeClaims } from "#lib/resources/claims/sync";
import { claim } from "#lib/resources/claims/table";
import { document, documentContent } from "#lib/resources/documents/table";
import { recall } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { syncAccount } from "./sync-account.ts";

const database = testDatabase();
let clinic: TestAccount;

beforeEach(async () => {
  clinic = await openClinic();
});

/** Changes data in the EMR directly; `$1` is the practice. */
const inEmr = (statement: string, ...values: unknown[]) =>
  database.asOwner(statement, [clinic.tenant.linkedAccountId, ...values]);

const stored = () =>
  readTenant(clinic.tenant, async (tx) => ({
    claims: await tx.select().from(claim).orderBy(asc(claim.emrClaimId)),
    referrals: await tx.select().from(referral).orderBy(asc(referral.ehrId)),
    recalls: await tx.select().from(recall).orderBy(asc(recall.ehrId)),
    documents: await tx
      .select({ row: document, content: documentContent.content })
      .from(document)
      .leftJoin(documentContent, eq(documentContent.documentId, document.id))
      .orderBy(asc(document.emrId)),
  }));

/** Returns the transaction id that wrote each document's content. */
const contentVersions = () =>
  inEmr(
    "SELECT d.emr_id, c.xmin FROM document d JOIN document_content c ON c.document_id = d.id WHERE d.linked_account_id = $1 ORDER BY 1",
  );

describe("a sync of the EMR's care records", () => {
  it("stores claims, referrals with our ids of the referring providers, recalls, and documents with their content", async () => {
    const { claims, referrals, recalls, documents } = await stored();
    expect(claims.map(({ emrClaimId, balance }) => [emrClaimId, balance])).toEqual([
      ["CLM-1", "150.00"],
      ["CLM-2", "40.00"],
      ["CLM-3", "0.00"],
    ]);
    const [kaplan] = await readTenant(clinic.tenant, (tx) =>
      tx.select({ id: referringProvider.id }).from(referringProvider).where(eq(referringProvider.ehrId, "RP-1")),
    );
    expect(referrals[0]).toMatchObject({
      ehrId: "REF-1",
      jobId: null,
      patientMrn: "MRN-1",
      direction: "incoming",
      status: "Pending Review",
      specialty: "Cardiology",
      locationId: "LOC-1",
      visitsAllowed: 6,
      assignedToId: "201",
      referringProviderId: kaplan?.id,
      createdAt: new Date("2026-02-20T15:00:00Z"),
    });
    expect(recalls[1]).toMatchObject({
      ehrId: "RCL-2",
      status: "closed",
      actions: [
        { id: "RCA-1", actionTaken: "Called patient", note: "No answer", at: "2026-03-20T15:00:00.000Z" },
        { id: "RCA-2", actionTaken: "Appointment booked", note: null, at: "2026-03-21T15:00:00.000Z" },
      ],
    });
    expect(documents.map(({ row, content }) => [row.emrId, row.referralId, String(content)])).toEqual([
      ["DOC-1", referrals[0]?.id, "Letter 1\n"],
      ["DOC-2", referrals[0]?.id, "Letter 2\n"],
      ["DOC-3", null, "Letter 3\n"],
    ]);
    for (const { row, content } of documents) {
      const digest = createHash("sha256")
        .update(content ?? "")
        .digest("hex");
      expect([row.sha256, row.size]).toEqual([digest, content?.byteLength]);
    }
  });

  it("keeps ids, stores changes, and dates only changed claims", async () => {
    const before = await stored();
    await inEmr("UPDATE sandbox.claim SET balance = 0, status = 'PAID' WHERE practice_id = $1 AND id = 'CLM-2'");
    await inEmr("UPDATE sandbox.referral SET priority = 'stat' WHERE practice_id = $1 AND id = 'REF-1'");
    await inEmr("UPDATE sandbox.recall SET status = 'closed' WHERE practice_id = $1 AND id = 'RCL-1'");
    await syncAccount(clinic.tenant);
    const after = await stored();
    expect(after.claims[1]).toMatchObject({ id: before.claims[1]?.id, balance: "0.00", claimStatus: "PAID" });
    expect(after.claims[1]?.updatedAt.getTime()).toBeGreaterThan(before.claims[1]?.updatedAt.getTime() ?? 0);
    expect([after.claims[0], after.claims[2]]).toEqual([before.claims[0], before.claims[2]]);
    const asOf = expect.any(Number);
    expect(after.referrals).toEqual([{ ...before.referrals[0], priority: "stat", asOf }, before.referrals[1]]);
    expect(after.recalls[0]).toEqual({ ...before.recalls[0], status: "closed", asOf });
  });

  it("removes records that the EMR no longer has", async () => {
    await inEmr("DELETE FROM sandbox.document WHERE practice_id = $1 AND id <> 'DOC-2'");
    await inEmr("DELETE FROM sandbox.claim WHERE practice_id = $1 AND id = 'CLM-1'");
    await syncAccount(clinic.tenant);
    const { claims, documents } = await stored();
    expect(claims.map(({ emrClaimId }) => emrClaimId)).toEqual(["CLM-2", "CLM-3"]);
    expect(documents.map(({ row, content }) => [row.emrId, String(content)])).toEqual([["DOC-2", "Letter 2\n"]]);
  });

  it("fetches a document's content only if it is new or changed", async () => {
    const [before, written] = [await stored(), await contentVersions()];
    await inEmr("UPDATE sandbox.document SET file_name = 'renamed.txt' WHERE practice_id = $1 AND id = 'DOC-1'");
    await inEmr(
      "UPDATE sandbox.document SET content = $2 WHERE practice_id = $1 AND id = 'DOC-2'",
      Buffer.from("A longer letter\n"),
    );
    await syncAccount(clinic.tenant);
    const { documents } = await stored();
    expect(documents[0]?.row).toEqual({ ...before.documents[0]?.row, fileName: "renamed.txt" });
    expect(documents[1]).toMatchObject({ row: { id: before.documents[1]?.row.id, size: 16 } });
    expect(String(documents[1]?.content)).toBe("A longer letter\n");
    const versions = await contentVersions();
    expect([versions[0], versions[2]]).toEqual([written[0], written[2]]);
    expect(versions[1]).not.toEqual(written[1]);
  });

  it("fetches missing documents", { tags: "long" }, async () => {
    await database.asOwner("DELETE FROM document_content WHERE linked_account_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    await database.asOwner("DELETE FROM document WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId]);
    await syncAccount(clinic.tenant);
    expect((await stored()).documents).toHaveLength(3);
  });
});

describe("a referral created through this interface", () => {
  const own = (ehrId: string | null) =>
    withTenant(clinic.tenant, async (tx) => {
      const id = newId();
      const row = { id, ...clinic.tenant, ehrId, jobId: 1, patientMrn: "MRN-1", direction: "incoming" as const };
      await tx.insert(referral).values({ ...row, reason: "Cough" });
      return id;
    });

  it("exists once, under its own id, after the EMR's copy is synced", async () => {
    await withTenant(clinic.tenant, (tx) => tx.delete(referral));
    const id = await own("REF-1");
    await syncAccount(clinic.tenant);
    const { referrals } = await stored();
    expect(referrals.map(({ ehrId }) => ehrId)).toEqual(["REF-1", "REF-2"]);
    expect(referrals[0]).toMatchObject({ id, jobId: 1, reason: "Chest pain on exertion" });
  });

  it("remains while the EMR has not created it", async () => {
    const id = await own(null);
    await syncAccount(clinic.tenant);
    expect((await stored()).referrals.find((row) => row.id === id)).toMatchObject({ ehrId: null, reason: "Cough" });
  });
});

describe("storing fetched claims", () => {
  const fetched = { emrClaimId: "CLM-9", patientMrn: "MRN-1", serviceDate: "2026-03-05", claimStatus: "SUB" };
  const claimOf = (balance: string) => ({
    ...fetched,
    claimStatusDescription: "Submitted to payer",
    totalCharge: "150.00",
    balance,
  });
  const store = (balance: string) =>
    withTenant(
      clinic.tenant,
      async (tx) =>
        (
          await storeClaims(tx, clinic.tenant, {
            claims: [claimOf(balance)],
            asOf: await drawAsOf(tx),
            since: new Date(),
          })
        )[0],
    );

  it("stores each claim with its change, and updates its date only after a change", async () => {
    const first = await store("150.00");
    const second = await store("150.00");
    const third = await store("20.00");
    expect([first?.change, second?.change, third?.change]).toEqual(["created", "unchanged", "updated"]);
    expect(second?.claim).toEqual(first?.claim);
    expect(third?.claim).toMatchObject({ id: first?.claim.id, balance: "20.00" });
    expect(third?.claim.updated_at).not.toBe(first?.claim.updated_at);
  });

  it("creates a claim once under concurrent stores", async () => {
    const results = await Promise.all(Array.from({ length: 8 }, () => store("150.00")));
    const changes = results.map((result) => result?.change);
    expect(changes.filter((change) => change === "created")).toHaveLength(1);
    expect(changes.filter((change) => change === "unchanged")).toHaveLength(7);
    expect(new Set(results.map((result) => result?.claim.id)).size).toBe(1);
  });
});
