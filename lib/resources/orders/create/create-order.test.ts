import { beforeAll, describe, expect, it } from "vitest";
import { POST as searchCatalog } from "#app/v1/orders/catalog/fetch/route.ts";
import { POST } from "#app/v1/orders/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let known: string[];
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
  const search = await call(searchCatalog, "POST", "/orders/catalog/fetch", {
    body: { type: "lab" },
    headers: clinic.headers,
  });
  await jobs.run(Number(search.body.job_id));
  const items = await database.asOwner<{ item_id: string }>("SELECT item_id FROM order_catalog_item ORDER BY item_id");
  known = items.map(({ item_id }) => item_id);
  expect(known.length).toBeGreaterThan(0);
});

const post = (change: Record<string, unknown> = {}, account = clinic) =>
  call(POST, "POST", "/orders", {
    body: { patient_mrn: "MRN-1", type: "lab", item_ids: known.slice(0, 2), ...change },
    headers: account.headers,
  });

const orders = async () => (await database.asOwner("SELECT 1 FROM patient_order")).length;

describe("POST /orders", () => {
  it("answers with the ids of the order and the job", async () => {
    const answer = await post({ provider: "101", priority: "stat", notes: "Fasting" });
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "Order queued",
        order_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  const itemsProblem = "item_ids must be an array of 1 to 50 catalog item ids";
  it.each([
    ["no patient", { patient_mrn: undefined }, 400, "Missing required field: patient_mrn"],
    ["no type", { type: undefined }, 400, "Missing required field: type (must be one of lab, imaging, procedure)"],
    ["another type", { type: "drug" }, 400, "type must be one of lab, imaging, procedure"],
    [
      "no items",
      { item_ids: undefined },
      400,
      "Missing required field: item_ids (must be an array of 1 to 50 catalog item ids)",
    ],
    ["an empty list of items", { item_ids: [] }, 400, itemsProblem],
    ["51 items", { item_ids: Array.from({ length: 51 }, (_, index) => `LAB-${index}`) }, 400, itemsProblem],
    ["an empty item", { item_ids: ["LAB-1", " "] }, 400, "item_ids[1] must be a non-empty string"],
    ["an item that is not a text", { item_ids: [7] }, 400, "item_ids[0] must be a string"],
    ["another priority", { priority: "soon" }, 400, "priority must be one of routine, urgent, stat"],
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
    ["an unknown provider", { provider: "999999" }, 404, "Provider with this provider id not found"],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await orders();
    const answer = await post(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await orders()).toBe(before);
  });

  it("names the items that no search of their type has found, and the known ones", async () => {
    const before = await orders();
    const unknown = await post({ item_ids: [known[0], "LAB-404", "LAB-405"] });
    expect([unknown.status, unknown.body.message]).toEqual([
      400,
      `item_ids must be lab items that a catalog search has found: ${known.join(", ")}; unknown: LAB-404, LAB-405`,
    ]);
    const otherType = await post({ type: "imaging", item_ids: [known[0]] });
    expect([otherType.status, otherType.body.message]).toEqual([
      400,
      `item_ids must be imaging items that a catalog search has found: none yet; unknown: ${known[0]}`,
    ]);
    expect(await orders()).toBe(before);
  });

  it("answers 404 for another organization's patients and providers, and 400 for its items", async () => {
    const other = await openClinic();
    const account = [other.tenant.linkedAccountId];
    const items = await post({}, other);
    expect([items.status, items.body.message]).toEqual([400, expect.stringContaining("none yet")]);
    await database.asOwner("DELETE FROM provider WHERE linked_account_id = $1 AND ehr_id = '101'", account);
    expect((await post({ provider: "101" }, other)).status).toBe(404);
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'", account);
    expect((await post({}, other)).status).toBe(404);
  });

  it("does not check the items if the EMR's catalog cannot be searched", async () => {
    const basic = await openClinic({ kind: "sandbox_basic" });
    expect((await post({ item_ids: ["LAB-404"] }, basic)).status).toBe(202);
  });
});

describe("an order's job", () => {
  it("orders each item once even if the first answer was lost, and emits its event", async () => {
    const { body } = await post({
      item_ids: [known[0], known[1], known[0]],
      provider: "101",
      priority: "urgent",
      notes: "Fasting",
    });
    await jobs.loseAnswer(body.job_id);
    await jobs.run(body.job_id);
    const written = await jobs.writesOf(body.job_id);
    expect(written).toHaveLength(1);
    expect(
      await database.asOwner(
        "SELECT patient_id, type, item_ids, provider_id, priority, notes FROM sandbox.patient_order WHERE id = $1",
        written,
      ),
    ).toEqual([
      {
        patient_id: "PAT-1",
        type: "lab",
        item_ids: known.slice(0, 2),
        provider_id: "101",
        priority: "urgent",
        notes: "Fasting",
      },
    ]);
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["order.created", { order_id: body.order_id, emr_order_id: written[0], patient_mrn: "MRN-1" }],
    ]);
    expect(await database.asOwner("SELECT emr_order_id FROM patient_order WHERE job_id = $1", [body.job_id])).toEqual([
      { emr_order_id: written[0] },
    ]);
  });

  it("has routine priority, no provider and no notes by default", async () => {
    const { body } = await post();
    await jobs.run(body.job_id);
    const written = await jobs.writesOf(body.job_id);
    expect(
      await database.asOwner("SELECT provider_id, priority, notes FROM sandbox.patient_order WHERE id = $1", written),
    ).toEqual([{ provider_id: null, priority: "routine", notes: null }]);
  });

  it("fails with one event if the patient has been removed", async () => {
    const { body } = await post({ patient_mrn: "MRN-3" });
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-3'", [
      clinic.tenant.linkedAccountId,
    ]);
    await jobs.run(body.job_id);
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      [
        "order.failed",
        { order_id: body.order_id, failure_reason: "The patient is no longer among the synced patients" },
      ],
    ]);
  });
});
