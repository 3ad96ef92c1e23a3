import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/v1/claims/fetch/route.ts";
import { drawAsOf } from "#lib/db/as-of";
import { ownOrganization } from "#lib/db/own-organization";
import { withTenant } from "#lib/db/tenant";
import { syncedClaims } from "#lib/resources/claims/sync";
import { setAside as setAsideByReading } from "#lib/resources/synced/set-aside";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

const post = (body: unknown, headers: Record<string, string> = clinic.headers) =>
  call(POST, "POST", "/claims/fetch", { body, headers });

/** Returns the numbers and service dates of the practice's claims in the EMR. */
const inEmr = () =>
  database.asOwner<{ id: string; service_date: string }>(
    "SELECT id, service_date::text FROM sandbox.claim WHERE practice_id = $1 ORDER BY id",
    [clinic.tenant.linkedAccountId],
  );

async function fetched(body: unknown) {
  const { job_id } = (await post(body)).body;
  await jobs.run(job_id);
  return { jobId: job_id as number, events: await jobs.eventsOf(job_id) };
}

describe("POST /claims/fetch", () => {
  it("answers 202 with the job", async () => {
    const answer = await post({ service_date: "2026-03-02" });
    expect([answer.status, answer.body]).toEqual([
      202,
      { success: true, message: "Claims fetch queued", job_id: expect.any(Number) },
    ]);
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `CLM-${index}`);
  const badList = "claim_ids must be an array of 1 to 25 claim numbers";
  it.each([
    ["neither", {}, "Send exactly one of service_date or claim_ids"],
    ["both", { service_date: "2026-03-02", claim_ids: ["1"] }, "Send exactly one of service_date or claim_ids"],
    ["no date", { service_date: "2026-02-30" }, "service_date must be a date that exists, YYYY-MM-DD"],
    ["no list", { claim_ids: "CLM-1" }, badList],
    ["an empty list", { claim_ids: [] }, badList],
    ["a claim number that is not a text", { claim_ids: ["CLM-1", 1] }, "claim_ids[1] must be a string"],
    ["more than 25", { claim_ids: numbers(26) }, badList],
  ])("refuses %s", async (_name, body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
    expect(
      await database.asOwner("SELECT 1 FROM job WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId]),
    ).toEqual([]);
  });

  it("accepts 25 claims", async () => expect((await post({ claim_ids: numbers(25) })).status).toBe(202));

  it("is refused for an EMR without this capability", async () => {
    const basic = await openClinic({ kind: "sandbox_basic" });
    const answer = await post({ claim_ids: ["CLM-1"] }, basic.headers);
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "Claims refresh is not supported for the connected EMR",
    ]);
  });
});

describe("a claims refresh's job", () => {
  it("marks each claim as created, updated or unchanged, and emits an event for created and updated ones", async () => {
    const account = clinic.tenant.linkedAccountId;
    const claims = await inEmr();
    const [first, second, third] = claims.map(({ id }) => id);
    if (!first || !second || !third) throw new Error("The practice has three claims or more");
    await database.asOwner("DELETE FROM claim WHERE linked_account_id = $1 AND emr_claim_id = $2", [account, first]);
    await database.asOwner("UPDATE sandbox.claim SET balance = 1.25 WHERE practice_id = $1 AND id = $2", [
      account,
      second,
    ]);
    const { events, jobId } = await fetched({ claim_ids: [third, first, second, first, "CLM-404"] });
    expect(events.map(({ type }) => type)).toEqual(["claim.created", "claim.updated", "claim.live_fetch_completed"]);
    expect(events.every((event) => !("access_token_reference_id" in event))).toBe(true);

    const {
      success,
      claim_ids,
      not_found_claim_ids,
      claims: reported,
    } = (events[2]?.data ?? {}) as Record<string, never[]>;
    expect(success).toBe(true);
    expect([...(claim_ids ?? [])].sort()).toEqual([first, second, third].sort());
    expect(not_found_claim_ids).toEqual(["CLM-404"]);
    const changes = Object.fromEntries(
      (reported ?? []).map(({ emr_claim_id, change }: { emr_claim_id: string; change: string }) => [
        emr_claim_id,
        change,
      ]),
    );
    expect(changes).toEqual({ [first]: "created", [second]: "updated", [third]: "unchanged" });
    expect(Object.keys(reported?.[0] ?? {}).sort()).toEqual([
      "balance",
      "change",
      "claim_status",
      "claim_status_description",
      "emr_claim_id",
      "id",
      "service_date",
      "total_charge",
    ]);
    expect(events[1]?.data).toMatchObject({ emr_claim_id: second, balance: "1.25" });
    expect((await jobs.read(jobId)).status).toBe("completed");

    const again = await fetched({ claim_ids: [first, second] });
    expect(again.events.map(({ type }) => type)).toEqual(["claim.live_fetch_completed"]);
  });

  it("fetches every claim of a service date", async () => {
    const claims = await inEmr();
    const day = claims[0]?.service_date;
    const { events } = await fetched({ service_date: day });
    const data = events.at(-1)?.data as { claim_ids: string[]; not_found_claim_ids: string[] };
    expect(data.claim_ids.sort()).toEqual(claims.filter((claim) => claim.service_date === day).map(({ id }) => id));
    expect(data.not_found_claim_ids).toEqual([]);
  });

  it("completes with an empty result for a day without claims", async () => {
    const { events } = await fetched({ service_date: "1999-01-01" });
    expect(events.map(({ data }) => data)).toEqual([
      { success: true, claim_ids: [], claims: [], not_found_claim_ids: [] },
    ]);
  });

  describe("that reads a claim which is set aside", () => {
    const setAside = (id: string, at: string) =>
      withTenant(clinic.tenant, async (tx) => {
        const asOf = await drawAsOf(tx);
        await setAsideByReading(tx, clinic.tenant, syncedClaims, { faulty: [{ ehrId: id, reason: "No date" }], asOf });
        await tx.execute(sql`UPDATE sync_set_aside SET at = ${at}::timestamptz
          WHERE organization_id = ${ownOrganization}`);
      });
    const markOf = async (id: string) =>
      (
        await database.asOwner<{ set_aside: string | null }>(
          "SELECT set_aside FROM claim WHERE emr_claim_id = $1 AND linked_account_id = $2",
          [id, clinic.tenant.linkedAccountId],
        )
      )[0]?.set_aside;
    const listed = () => database.asOwner("SELECT ehr_id FROM sync_set_aside");

    it("takes its mark away", async () => {
      const [one, other] = (await inEmr()).map(({ id }) => id);
      await setAside(one ?? "", "2026-01-01");
      await setAside(other ?? "", "2026-01-01");
      expect(await markOf(one ?? "")).toBe("No date");
      await fetched({ claim_ids: [one] });
      expect([await markOf(one ?? ""), await markOf(other ?? "")]).toEqual([null, "No date"]);
      expect(await listed()).toEqual([{ ehr_id: other }]);
    });

    it("leaves the mark of a sync that came later", async () => {
      const [one] = (await inEmr()).map(({ id }) => id);
      await setAside(one ?? "", "2999-01-01");
      await fetched({ claim_ids: [one] });
      expect(await markOf(one ?? "")).toBe("No date");
    });
  });
});
