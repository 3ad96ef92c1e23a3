import { beforeAll, describe, expect, it } from "vitest";
import { DELETE, PATCH } from "#app/v1/saved-views/[id]/route.ts";
import { GET, POST } from "#app/v1/saved-views/route.ts";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

type Headers = Record<string, string>;
const filters = { type: "payments:create", status: "failed" };
let account: TestAccount;
let pat: Headers;
let sam: Headers;

beforeAll(async () => {
  account = await makeLinkedAccount();
  [pat, sam] = [await signIn(account, "staff"), await signIn(account, "admin")];
});

const create = (headers: Headers, body: unknown) => call(POST, "POST", "/saved-views", { headers, body });
const change = (headers: Headers, id: string, body: unknown) =>
  call(PATCH, "PATCH", `/saved-views/${id}`, { headers, body, params: { id } });
const remove = (headers: Headers, id: string) =>
  call(DELETE, "DELETE", `/saved-views/${id}`, { headers, params: { id } });
const names = async (headers: Headers): Promise<string[]> =>
  (await call(GET, "GET", "/saved-views", { headers })).body.saved_views.map(({ name }: { name: string }) => name);
const made = async (headers: Headers, name: string): Promise<string> =>
  (await create(headers, { name, filters })).body.saved_view.id;

describe("saved views", () => {
  it("are created, renamed, changed and deleted by their owner", async () => {
    const { status, body } = await create(pat, { name: "  Failed payments ", filters });
    expect([status, body.saved_view]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        list: "jobs",
        name: "Failed payments",
        filters,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        etag: expect.any(String),
      },
    ]);
    const { id } = body.saved_view;
    expect((await change(pat, id, { name: "Payments to look at" })).body.saved_view).toMatchObject({
      name: "Payments to look at",
      filters,
    });
    expect((await change(pat, id, { filters: { query: "Ruiz" } })).body.saved_view).toMatchObject({
      name: "Payments to look at",
      filters: { query: "Ruiz" },
    });
    expect(await names(pat)).toEqual(["Payments to look at"]);
    expect(await remove(pat, id)).toMatchObject({ status: 200, body: { message: "Saved view deleted" } });
    expect(await names(pat)).toEqual([]);
    expect((await remove(pat, id)).status).toBe(404);
  });

  it("are hidden from colleagues and other accounts", async () => {
    const id = await made(pat, "Mine");
    expect(await names(sam)).toEqual([]);
    expect((await change(sam, id, { name: "Yours" })).status).toBe(404);
    expect((await remove(sam, id)).status).toBe(404);
    const sibling = await makeSibling(account);
    const elsewhere = { ...pat, "x-linked-account": sibling.tenant.linkedAccountId };
    expect(await names(elsewhere)).toEqual([]);
    expect((await remove(elsewhere, id)).status).toBe(404);
    expect(await names(pat)).toEqual(["Mine"]);
    await remove(pat, id);
  });

  it("have unique names regardless of case, even if two are saved at once", async () => {
    const id = await made(pat, "Claims");
    const taken = { success: false, message: "There is a saved view with the name CLAIMS already" };
    expect(await create(pat, { name: "CLAIMS", filters })).toMatchObject({ status: 409, body: taken });
    const other = await made(pat, "Notes");
    expect(await change(pat, other, { name: "CLAIMS" })).toMatchObject({ status: 409, body: taken });
    expect((await change(pat, id, { name: "CLAIMS" })).status).toBe(200);
    expect((await create(sam, { name: "Claims", filters })).status).toBe(201);
    const both = await Promise.all([create(pat, { name: "Twice", filters }), create(pat, { name: "twice", filters })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it("belong to a list: each has its own names and filters", async () => {
    const claims = { list: "claims", name: "Open ones", filters: { claim_status: "OPEN", sort: "-balance" } };
    const made = await create(pat, claims);
    expect(made).toMatchObject({ status: 201, body: { saved_view: claims } });
    const { id } = made.body.saved_view;
    expect((await create(pat, { ...claims, list: "recalls" })).status).toBe(201);
    expect((await create(pat, claims)).status).toBe(409);
    const of = async (list: string) =>
      (await call(GET, "GET", `/saved-views?list=${list}`, { headers: pat })).body.saved_views.length;
    expect([await of("claims"), await of("recalls"), await of("documents")]).toEqual([1, 1, 0]);
    // A page ignores what it does not know, but the filters of another list never become those of jobs.
    expect((await change(pat, id, { filters: { status: "any of the EMR" } })).status).toBe(200);
    const ofJobs = await create(pat, { name: "Of jobs", filters });
    expect((await change(pat, ofJobs.body.saved_view.id, { filters: { claim_status: "OPEN" } })).status).toBe(400);
  });

  it.each([
    [{ filters }, "Missing required field: name"],
    [{ name: " ", filters }, "name must be a non-empty string"],
    [{ name: "x".repeat(81), filters }, "name must have at most 80 characters"],
    [{ name: "A" }, "Missing required field: filters (must be an object of filters)"],
    [{ name: "A", filters: { status: "lost" } }, /status must be one of queued, running/],
    [{ name: "A", filters: { type: "payments:undo" } }, /type must be one of appointments:book/],
    [
      { name: "A", filters: { colour: "red" } },
      "filters must name only query, type, status, patient_mrn, ambiguous, actor",
    ],
    [{ name: "A", filters: ["x"] }, "filters must be an object of filters"],
    [{ name: "A", list: "letters", filters }, /^list must be one of jobs, appointments/],
    [{ name: "A", list: "claims", filters: { "Claim status": "OPEN" } }, /must name each filter by at most 40 small/],
    [
      { name: "A", list: "claims", filters: Object.fromEntries([..."abcdefghijklmnopqrstu"].map((x) => [x, "1"])) },
      "filters must have at most 20 filters",
    ],
  ])("refuse %j", async (body, message) => {
    const answer = await create(pat, body);
    expect(answer.status).toBe(400);
    if (typeof message === "string") expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
  });

  it("are limited to a hundred", async () => {
    const many = await signIn(account, "staff");
    const id = await made(many, "View 1");
    await database.asOwner(
      `INSERT INTO saved_view SELECT (jsonb_populate_record(NULL::saved_view,
         to_jsonb(v) || jsonb_build_object('id', gen_random_uuid(), 'name', 'View ' || number))).*
       FROM saved_view v, generate_series(2, 100) number WHERE v.id = $1`,
      [id],
    );
    expect(await names(many)).toHaveLength(100);
    expect(await create(many, { name: "One more", filters })).toMatchObject({
      status: 409,
      body: { message: "There are 100 saved views already; nothing was saved" },
    });
  });

  it("are refused to API clients", async () => {
    expect(await create(account.headers, { name: "A", filters })).toMatchObject({
      status: 403,
      body: { message: "Not allowed: this needs the permission saved-views:create" },
    });
    expect((await call(GET, "GET", "/saved-views", { headers: account.headers })).status).toBe(403);
  });
});
