import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "#app/v1/orders/catalog/fetch/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
});

const post = (body: unknown, headers = clinic.headers) =>
  call(POST, "POST", "/orders/catalog/fetch", { body, headers });

const accepted = async (body: unknown): Promise<number> => {
  const answer = await post(body);
  expect(answer.status).toBe(202);
  return Number(answer.body.job_id);
};

/** Runs a search. Returns its one event. */
async function search(body: unknown) {
  const jobId = await accepted(body);
  await jobs.run(jobId);
  const events = await jobs.eventsOf(jobId);
  expect(events.map(({ type }) => type)).toEqual(["order_catalog.searched"]);
  return events[0]?.data as { items: { item_id: string; name: string }[]; has_more: boolean; page: number };
}

const kept = () =>
  database.asOwner<{ type: string; item_id: string; name: string; billable: boolean }>(
    "SELECT type, item_id, name, billable FROM order_catalog_item WHERE linked_account_id = $1 ORDER BY type, item_id",
    [clinic.tenant.linkedAccountId],
  );

describe("POST /orders/catalog/fetch", () => {
  it("answers that the search is queued, with the job's id as text", async () => {
    const answer = await post({ type: "lab" });
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        status: "queued",
        message: "Order catalog search queued",
        job_id: expect.stringMatching(/^\d+$/),
      },
    ]);
  });

  it.each([
    ["no type", {}, "Missing required field: type (must be one of lab, imaging, procedure)"],
    ["another type", { type: "drug" }, "type must be one of lab, imaging, procedure"],
    ["a query that is not a text", { type: "lab", query: 7 }, "query must be a string"],
    ["page 0", { type: "lab", page: 0 }, "page must be an integer from 1 to 100000"],
    ["a page as a text", { type: "lab", page: "2" }, "page must be an integer from 1 to 100000"],
    ["half a page", { type: "lab", page: 1.5 }, "page must be an integer from 1 to 100000"],
    ["no items per page", { type: "lab", page_size: 0 }, "page_size must be an integer from 1 to 100"],
    ["too many items per page", { type: "lab", page_size: 101 }, "page_size must be an integer from 1 to 100"],
  ])("refuses %s", async (_name, body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
  });

  it("is refused for an EMR without this capability", async () => {
    const basic = await openClinic({ kind: "sandbox_basic" });
    const answer = await post({ type: "lab" }, basic.headers);
    expect([answer.status, answer.body]).toEqual([
      400,
      { success: false, message: "Order catalog search is not supported for the connected EMR" },
    ]);
  });
});

describe("a catalog search's job", () => {
  it("emits the items, and stores them for orders", async () => {
    const data = await search({ type: "lab", query: "PANEL" });
    expect(data).toEqual({
      type: "lab",
      page: 1,
      has_more: false,
      items: [{ item_id: "LAB-2", name: "Lipid Panel", billable: true }],
    });
    expect(await kept()).toContainEqual({ type: "lab", item_id: "LAB-2", name: "Lipid Panel", billable: true });
  });

  it("pages through the whole catalog, with each item once", async () => {
    const whole = await search({ type: "lab", page_size: 100 });
    expect(whole.has_more).toBe(false);
    const seen: string[] = [];
    for (let page = 1, more = true; more; page++) {
      const data = await search({ type: "lab", page, page_size: 1 });
      expect(data.page).toBe(page);
      seen.push(...data.items.map(({ item_id }) => item_id));
      more = data.has_more;
    }
    expect(seen).toEqual(whole.items.map(({ item_id }) => item_id));
    expect(seen.length).toBeGreaterThan(1);
    expect((await kept()).filter(({ type }) => type === "lab").map(({ item_id }) => item_id)).toEqual(seen.sort());
  });

  it("returns nothing beyond the last page or for another name", async () => {
    const nothing = { type: "lab", has_more: false, items: [] };
    expect(await search({ type: "lab", page: 9_999 })).toEqual({ ...nothing, page: 9_999 });
    expect(await search({ type: "lab", query: "no such thing" })).toEqual({ ...nothing, page: 1 });
  });

  it("updates an item's name", async () => {
    const [item] = (await search({ type: "lab", page_size: 1 })).items;
    await database.asOwner("UPDATE sandbox.order_catalog_item SET name = 'Renamed', billable = false WHERE id = $1", [
      item?.item_id,
    ]);
    await search({ type: "lab", query: "renamed" });
    expect((await kept()).find(({ item_id }) => item_id === item?.item_id)).toEqual({
      type: "lab",
      item_id: item?.item_id,
      name: "Renamed",
      billable: false,
    });
  });

  it("stores the items only for the searching account", async () => {
    const [found] = await database.asOwner("SELECT 1 FROM order_catalog_item WHERE linked_account_id <> $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await kept()).length).toBeGreaterThan(0);
    expect(found).toBeUndefined();
  });

  it("fails after its last attempt, and emits one event", async () => {
    const jobId = await accepted({ type: "imaging" });
    await jobs.runThroughOutage(jobId);
    expect((await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data])).toEqual([
      ["order_catalog.search_failed", { failure_reason: "The EMR is out of service" }],
    ]);
  });
});
