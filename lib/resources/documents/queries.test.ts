import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "#app/v1/documents/[id]/route.ts";
import { GET as LIST } from "#app/v1/documents/route.ts";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { makeSibling } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { document, documentContent } from "./table.ts";

testDatabase();
const BYTES = Uint8Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256);
const SHA = createHash("sha256").update(BYTES).digest("hex");
const NAME = 'Überweisung "final" 100%\r\n.pdf';
let mine: TestAccount;
const id = newId();

beforeAll(async () => {
  mine = await makeLinkedAccount();
  await withTenant(mine.tenant, async (tx) => {
    const about = { emrId: "DOC-1", fileName: NAME, mimeType: "application/pdf", size: BYTES.length, sha256: SHA };
    await tx.insert(document).values({ id, ...mine.tenant, ...about, patientMrn: "MRN-1" });
    await tx.insert(documentContent).values({ documentId: id, ...mine.tenant, content: BYTES });
    const text = { emrId: "DOC-2", fileName: "note.txt", mimeType: "text/plain", size: 0, sha256: SHA };
    await tx.insert(document).values({ id: newId(), ...mine.tenant, ...text, patientMrn: "MRN-2" });
  });
});

async function get(headers: Record<string, string> = {}, given = id, account: Pick<TestAccount, "headers"> = mine) {
  const request = new Request(`http://127.0.0.1:3000/v1/documents/${given}`, {
    headers: { ...account.headers, ...headers },
  });
  const response = await GET(request, { params: Promise.resolve({ id: given }) });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe("GET /documents/{id}", () => {
  it("returns the unmodified bytes with a safely encoded file name", async () => {
    const { status, headers, bytes } = await get();
    expect([status, headers.get("content-type"), headers.get("content-length")]).toEqual([
      200,
      "application/pdf",
      "1000",
    ]);
    expect(Buffer.compare(bytes, BYTES)).toBe(0);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="_berweisung _final_ 100___.pdf"; filename*=UTF-8''%C3%9Cberweisung%20%22final%22%20100%25__.pdf`,
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("etag")).toBe(`"${SHA}"`);
  });

  it("returns 304 for a matching ETag", async () => {
    const { status, bytes } = await get({ "if-none-match": `"x", W/"${SHA}"` });
    expect([status, bytes.length]).toEqual([304, 0]);
    expect((await get({ "if-none-match": '"x"' })).status).toBe(200);
  });

  it("returns a byte range", async () => {
    const { status, headers, bytes } = await get({ range: "bytes=100-199" });
    expect([status, headers.get("content-range"), headers.get("content-length")]).toEqual([
      206,
      "bytes 100-199/1000",
      "100",
    ]);
    expect(Buffer.compare(bytes, BYTES.slice(100, 200))).toBe(0);
    const beyond = await get({ range: "bytes=1000-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */1000"]);
    expect((await get({ range: "bytes=0-9", "if-range": '"another"' })).status).toBe(200);
  });

  it("is visible to another account of the organization, and to no other organization", async () => {
    const sibling = await makeSibling(mine);
    expect((await get({}, id, sibling)).status).toBe(200);
    const stranger = await makeLinkedAccount();
    for (const [given, account] of [
      [id, stranger],
      ["x", mine],
      [newId(), mine],
    ] as const) {
      const { status, bytes } = await get({}, given, account);
      expect([status, JSON.parse(Buffer.from(bytes).toString())]).toEqual([
        404,
        { success: false, message: "Document not found" },
      ]);
    }
  });
});

describe("GET /documents", () => {
  const list = async (query: string) => (await call(LIST, "GET", `/documents${query}`, { headers: mine.headers })).body;

  it.each([
    ["", 2],
    ["?query=ÜBER", 1],
    ["?patient_mrn=MRN-2", 1],
    ["?mime_type=application/pdf", 1],
    [`?referral_id=${newId()}`, 0],
    ["?created_after=2000-01-01T00:00:00Z", 2],
    ["?created_before=2000-01-01T00:00:00Z", 0],
  ])("filters by %s", async (query, count) => {
    expect((await list(query)).documents).toHaveLength(count);
  });

  it("sorts by size on request, and refuses a range that ends before it begins", async () => {
    const names = async (sort: string) =>
      (await list(`?sort=${sort}`)).documents.map(({ file_name }: { file_name: string }) => file_name);
    expect(await names("size")).toEqual(["note.txt", NAME]);
    expect(await names("-size")).toEqual([NAME, "note.txt"]);
    const range = "?created_after=2026-01-02T00:00:00Z&created_before=2026-01-01T00:00:00Z";
    expect((await list(range)).message).toBe("created_before must be on or after created_after");
  });

  it("returns the metadata without the content", async () => {
    const [found] = (await list("?patient_mrn=MRN-1")).documents;
    expect(found).toEqual({
      id,
      file_name: NAME,
      mime_type: "application/pdf",
      size: 1_000,
      sha256: SHA,
      patient_mrn: "MRN-1",
      patient_name: null,
      referral_id: null,
      category: null,
      description: null,
      job_id: null,
      created_at: expect.any(String),
      set_aside: null,
    });
    expect((await list("?referral_id=x")).message).toBe("referral_id must be a valid UUID");
  });
});
