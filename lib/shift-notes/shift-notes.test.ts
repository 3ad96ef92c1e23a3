import { beforeAll, describe, expect, it } from "vitest";
import { DELETE } from "#app/v1/shift-notes/[id]/route.ts";
import { GET, POST } from "#app/v1/shift-notes/route.ts";
import { applyRetention } from "#lib/jobs/retention/retention";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

type Headers = Record<string, string>;
const DAY_MS = 86_400_000;
let clinic: TestAccount;
let pat: Headers;
let sam: Headers;

beforeAll(async () => {
  clinic = await openClinic();
  [pat, sam] = [await signIn(clinic, "staff"), await signIn(clinic, "admin")];
});

const leave = (headers: Headers, body: unknown) => call(POST, "POST", "/shift-notes", { headers, body });
const take = (headers: Headers, id: string) =>
  call(DELETE, "DELETE", `/shift-notes/${id}`, { headers, params: { id } });
const read = async (headers: Headers) =>
  (await call(GET, "GET", "/shift-notes", { headers })).body.shift_notes as { id: string; text: string }[];
const left = async (body: unknown, headers = pat): Promise<string> => (await leave(headers, body)).body.shift_note.id;
const texts = async (headers: Headers) => (await read(headers)).map(({ text }) => text);
const age = (id: string, ms: number) =>
  database.asOwner("UPDATE shift_note SET created_at = $2 WHERE id = $1", [
    id,
    new Date(Date.now() - ms).toISOString(),
  ]);

describe("notes of a shift", () => {
  it("are left by one person, read by the next, and taken away by them", async () => {
    const { status, body } = await leave(pat, { text: "  The fax of room 2\nis out of paper ", location_id: "LOC-1" });
    expect([status, body.shift_note]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        text: "The fax of room 2\nis out of paper",
        location_id: "LOC-1",
        author: expect.any(String),
        created_at: expect.any(String),
        expires_at: expect.any(String),
      },
    ]);
    const { id, created_at, expires_at } = body.shift_note;
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * DAY_MS);
    expect(await read(sam)).toEqual([body.shift_note]);
    expect((await take(sam, id)).status).toBe(200);
    expect(await read(pat)).toEqual([]);
    expect((await take(pat, id)).status).toBe(404);
  });

  it("are those of a location's desk and of all desks, newest first", async () => {
    const ids = [
      await left({ text: "Of all" }),
      await left({ text: "Of one", location_id: "LOC-1" }),
      await left({ text: "Of two", location_id: "LOC-2" }),
    ];
    expect(await texts(pat)).toEqual(["Of two", "Of one", "Of all"]);
    for (const id of ids) await take(pat, id);
  });

  it.each([
    ["no text", {}, "Missing required field: text"],
    ["a blank one", { text: " \n " }, "text must be a non-empty string"],
    ["a long one", { text: "x".repeat(2_001) }, "text must have at most 2000 characters"],
    ["a number", { text: 7 }, "text must be a string"],
    [
      "a location of nobody",
      { text: "A", location_id: "LOC-9" },
      "location_id must be one of the account's locations: LOC-1, LOC-2",
    ],
  ])("refuse %s", async (_, body, message) => {
    expect(await leave(pat, body)).toMatchObject({ status: 400, body: { message } });
  });

  it("are another account's and an API client's neither to read nor to leave", async () => {
    const id = await left({ text: "Ours" });
    const elsewhere = { ...pat, "x-linked-account": (await makeSibling(clinic)).tenant.linkedAccountId };
    expect(await read(elsewhere)).toEqual([]);
    expect((await take(elsewhere, id)).status).toBe(404);
    expect((await call(GET, "GET", "/shift-notes", { headers: clinic.headers })).status).toBe(403);
    expect((await leave(clinic.headers, { text: "A" })).status).toBe(403);
    expect(await texts(pat)).toEqual(["Ours"]);
    await take(pat, id);
  });

  it("are left once by a request that comes twice", async () => {
    const headers = { ...pat, "idempotency-key": "one-note" };
    const [first, second] = [await left({ text: "Once" }, headers), await left({ text: "Once" }, headers)];
    expect(second).toBe(first);
    expect(await texts(pat)).toEqual(["Once"]);
    await take(pat, first);
  });

  it("stand for seven days and are deleted then, and no sooner", async () => {
    const [old, young] = [await left({ text: "Old" }), await left({ text: "Young" })];
    await age(old, 7 * DAY_MS + 1_000);
    await age(young, 7 * DAY_MS - 60_000);
    expect(await texts(pat)).toEqual(["Young"]);
    const stored = async () => (await database.asOwner("SELECT text FROM shift_note ORDER BY created_at")).length;
    expect(await stored()).toBe(2);
    expect(await applyRetention(new Date())).toMatchObject({ shift_note: 1 });
    expect(await stored()).toBe(1);
    await take(pat, young);
  });

  it("are in the audit log by their id, without their text", async () => {
    const id = await left({ text: "Call Mrs. Okafor about her refill" });
    await read(sam);
    await take(sam, id);
    const entries = await database.asOwner<{ action: string; resource: string | null; entry: string }>(
      "SELECT action, resource, to_jsonb(a)::text AS entry FROM audit_log a WHERE action LIKE 'shift-notes:%' ORDER BY at",
    );
    const own = entries.filter(({ resource }) => resource === id).map(({ action }) => action);
    expect(own).toEqual(["shift-notes:create", "shift-notes:delete"]);
    expect(entries.map(({ action }) => action)).toContain("shift-notes:read");
    expect(entries.filter(({ entry }) => entry.includes("Okafor"))).toEqual([]);
  });

  it("are limited to two hundred that stand", async () => {
    const id = await left({ text: "One of many" });
    await database.asOwner(
      `INSERT INTO shift_note SELECT (jsonb_populate_record(NULL::shift_note,
         to_jsonb(n) || jsonb_build_object('id', gen_random_uuid()))).*
       FROM shift_note n, generate_series(2, 200) WHERE n.id = $1`,
      [id],
    );
    expect(await leave(pat, { text: "One more" })).toMatchObject({
      status: 409,
      body: { message: "There are 200 notes already; nothing was saved" },
    });
  });
});
