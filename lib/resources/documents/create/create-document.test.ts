import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as READ } from "#app/v1/documents/[id]/route.ts";
import { GET as LIST, POST } from "#app/v1/documents/route.ts";
import { POST as CANCEL } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET as REFERRALS } from "#app/v1/referrals/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { FILES } from "#lib/testing/files";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
/** The referral of MRN-1. */
let referralId: string;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
  const { body } = await call(REFERRALS, "GET", "/referrals?patient_mrn=MRN-1", { headers: clinic.headers });
  referralId = body.referrals[0].id;
});

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const TEXT = FILES["text/plain"];
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let filesSoFar = 0;
/** Returns a text that no other test has sent. */
const anew = () => {
  filesSoFar += 1;
  return Buffer.from(`Result ${filesSoFar}\n`);
};

const post = (change: Record<string, unknown> = {}, headers = {}, at = clinic) =>
  call(POST, "POST", "/documents", {
    body: { patient_mrn: "MRN-1", content_base64: base64(TEXT), file_name: "Blood count.txt", ...change },
    headers: { ...at.headers, ...headers },
  });

async function read(id: string, { headers } = clinic) {
  const request = new Request(`http://127.0.0.1:3000/v1/documents/${id}`, { headers });
  const response = await READ(request, { params: Promise.resolve({ id }) });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}

const listed = async (query = "") =>
  (await call(LIST, "GET", `/documents?patient_mrn=MRN-1${query}`, { headers: clinic.headers })).body.documents as {
    id: string;
    sha256: string;
  }[];

const count = async (statement: string) => Number((await database.asOwner<{ n: string }>(statement))[0]?.n);
const stored = () => count("SELECT count(*) AS n FROM document");
const parts = () => count("SELECT count(*) AS n FROM document_part");

const inEmr = (hash: string) =>
  database.asOwner<{ id: string; file_name: string; referral_id: string | null; patient_id: string }>(
    "SELECT id, file_name, referral_id, patient_id FROM sandbox.document WHERE sha256 = $1 AND practice_id = $2",
    [hash, clinic.tenant.linkedAccountId],
  );

describe("POST /documents", () => {
  it("answers with the ids of the document and the job, and the document is readable at once", async () => {
    const content = anew();
    const { status, body } = await post({ content_base64: base64(content), category: "Lab result" });
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        message: "Document queued",
        document_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
    const file = await read(body.document_id);
    expect([file.status, file.bytes.equals(content), file.headers.get("content-type")]).toEqual([
      200,
      true,
      "text/plain",
    ]);
    expect((await listed()).find(({ id }) => id === body.document_id)).toMatchObject({
      file_name: "Blood count.txt",
      mime_type: "text/plain",
      size: content.byteLength,
      sha256: sha256(content),
      patient_mrn: "MRN-1",
      patient_name: "Ana Ávila",
      referral_id: null,
      category: "Lab result",
      description: null,
      job_id: body.job_id,
    });
    expect(await parts()).toBe(0);
  });

  it("keeps no content in the job's request", async () => {
    const { body } = await post();
    const { request } = await jobs.read(body.job_id);
    expect(request).toEqual({ patient_mrn: "MRN-1", file_name: "Blood count.txt" });
  });

  it.each(Object.entries(FILES))("knows a %s by its bytes, and gives its name an ending", async (type, content) => {
    const { status, body } = await post({ content_base64: base64(content), file_name: undefined });
    expect(status).toBe(202);
    const found = (await listed()).find(({ id }) => id === body.document_id);
    expect(found).toMatchObject({ mime_type: type, file_name: expect.stringMatching(/^document\.[a-z]{3}$/) });
  });

  it.each([
    ["report.txt", "report.txt"],
    ["Report.TXT", "Report.TXT"],
    ["run.bat", "run.bat.txt"],
    ["page.html", "page.html.txt"],
    ["Befund 10.2026", "Befund 10.2026.txt"],
    ["文書.txt", "文書.txt"],
  ])("files %s as %s", async (given, kept) => {
    const { body } = await post({ file_name: given });
    expect((await listed()).find(({ id }) => id === body.document_id)).toMatchObject({ file_name: kept });
  });

  it.each([
    ["another folder", "../../etc/passwd"],
    ["another folder of Windows", "..\\..\\boot.ini"],
    ["a drive", "C:boot.ini"],
    ["a stream", "a.txt:evil"],
    ["this folder", "."],
    ["the folder above", ".."],
    ["a hidden file", ".bashrc"],
    ["a device", "CON"],
    ["a device with an ending", "nul.txt"],
    ["a device with blanks", "com1 .txt"],
    ["a line break", "a\r\nSet-Cookie: b.txt"],
    ["an escape", "a\u001b[2J.txt"],
    ["a mark that turns the direction", "gpj\u202etxt.exe"],
    ["a name of nothing seen", "\u200b\u200b"],
    ["a final dot", "a.txt."],
    ["300 characters", `${"a".repeat(300)}.txt`],
    ["more bytes than a file system takes", `${"文".repeat(120)}.txt`],
  ])("saves nothing under a name that leads to %s", async (_name, file_name) => {
    const before = await stored();
    const { status, body } = await post({ file_name });
    expect([status, body.errors]).toEqual([400, [{ field: "file_name", message: expect.any(String) }]]);
    expect([await stored(), await parts()]).toEqual([before, 0]);
  });

  const png = base64(FILES["image/png"]);
  it.each<[string, Record<string, unknown>, number, string]>([
    ["no file", { content_base64: undefined }, 400, "Missing required field: content_base64"],
    ["an empty file", { content_base64: "" }, 400, "content_base64 must be a non-empty string"],
    ["what is no base64", { content_base64: "a b*" }, 400, "content_base64 must be base64"],
    ["base64 that is cut off", { content_base64: "SGVsb" }, 400, "content_base64 must be base64"],
    ["base64 of a URL", { content_base64: "data:text/plain;base64,SGVsbG8=" }, 400, "content_base64 must be base64"],
    [
      "a type that is not taken",
      { content_base64: base64(Buffer.from("PK\u0003\u0004zip", "latin1")) },
      400,
      "content_base64 must be a PDF, JPEG, PNG, TIFF or text in UTF-8",
    ],
    [
      "a text in another encoding",
      { content_base64: base64(Buffer.from("Grüße", "latin1")) },
      400,
      "content_base64 must be a PDF, JPEG, PNG, TIFF or text in UTF-8",
    ],
    [
      "a PDF behind a page of HTML",
      { content_base64: base64(Buffer.from("<script>1</script>%PDF-1.7")), mime_type: "application/pdf" },
      400,
      "mime_type is not the type of the file, whose bytes are text/plain",
    ],
    [
      "a picture that is said to be a PDF",
      { content_base64: png, mime_type: "application/pdf" },
      400,
      "mime_type is not the type of the file, whose bytes are image/png",
    ],
    [
      "a type that does not exist",
      { mime_type: "text/html" },
      400,
      "mime_type must be one of application/pdf, image/jpeg, image/png, image/tiff, text/plain",
    ],
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
    ["an unknown referral", { referral_id: "0".repeat(32) }, 404, "Referral with this referral_id not found"],
    ["a malformed referral", { referral_id: "REF-1" }, 404, "Referral with this referral_id not found"],
    ["a description that is a number", { description: 7 }, 400, "description must be a string"],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await stored();
    const answer = await post(change);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect([await stored(), await parts()]).toEqual([before, 0]);
  });

  it("saves nothing for a referral of another patient", async () => {
    const { status, body } = await post({ patient_mrn: "MRN-2", referral_id: referralId });
    expect([status, body.message]).toEqual([400, "referral_id is a referral of another patient"]);
    expect(await parts()).toBe(0);
  });

  it("compares a repeated key by the file's digest", async () => {
    const key = { "idempotency-key": "document-once" };
    const content = base64(anew());
    const [first, second] = [
      await post({ content_base64: content }, key),
      await post({ content_base64: content }, key),
    ];
    expect([second.status, second.body, second.headers.get("idempotent-replayed")]).toEqual([202, first.body, "true"]);
    const other = await post({ content_base64: base64(anew()) }, key);
    expect([other.status, await parts()]).toEqual([422, 0]);
  });

  it("is off in a link to a real EMR that existed before it", async () => {
    const other = await openClinic();
    await database.asOwner("UPDATE linked_account SET writes = '{payments:create}' WHERE id = $1", [
      other.tenant.linkedAccountId,
    ]);
    const { status, body } = await post({}, {}, other);
    expect([status, body.message]).toEqual([400, expect.stringContaining("switched off for this linked account")]);
  });
});

describe("a document's job", () => {
  it("files the document once, emits its event, and the next sync shows it once", async () => {
    const content = anew();
    const { body } = await post({ content_base64: base64(content), referral_id: referralId, category: "Lab result" });
    await jobs.run(body.job_id);
    const [filed, ...others] = await inEmr(sha256(content));
    expect(others).toEqual([]);
    expect(filed).toMatchObject({ file_name: "Blood count.txt", referral_id: "REF-1", patient_id: "PAT-1" });
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      [
        "document.created",
        {
          document_id: body.document_id,
          emr_document_id: filed?.id,
          patient_mrn: "MRN-1",
          file_name: "Blood count.txt",
          mime_type: "text/plain",
          size: content.byteLength,
          sha256: sha256(content),
          referral_id: referralId,
        },
      ],
    ]);
    for (let syncs = 0; syncs < 2; syncs++) {
      await syncAccount(clinic.tenant);
      const found = (await listed()).filter((each) => each.sha256 === sha256(content));
      expect(found).toMatchObject([{ id: body.document_id, referral_id: referralId, category: "Lab result" }]);
    }
    expect((await read(body.document_id)).bytes.equals(content)).toBe(true);
  });

  it("keeps its id and stays one although a sync was first", async () => {
    const content = anew();
    const { body } = await post({ content_base64: base64(content) });
    await jobs.behave("cut_after_commit_rate = 1");
    await jobs.run(body.job_id);
    await jobs.behave("cut_after_commit_rate = 0");
    await syncAccount(clinic.tenant);
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    await syncAccount(clinic.tenant);
    expect((await listed()).filter((each) => each.sha256 === sha256(content)).map(({ id }) => id)).toEqual([
      body.document_id,
    ]);
    expect(await inEmr(sha256(content))).toHaveLength(1);
    expect((await read(body.document_id)).status).toBe(200);
  });

  it("stays readable through a sync while it waits", async () => {
    const content = anew();
    const { body } = await post({ content_base64: base64(content) });
    await syncAccount(clinic.tenant);
    expect((await read(body.document_id)).bytes.equals(content)).toBe(true);
  });

  it("is gone with its content once the EMR has refused it", async () => {
    const other = await openClinic();
    const own = jobsOf(database, () => other);
    const found = await call(REFERRALS, "GET", "/referrals?patient_mrn=MRN-1", { headers: other.headers });
    const { body } = await post({ referral_id: found.body.referrals[0].id }, {}, other);
    expect((await read(body.document_id, other)).status).toBe(200);
    await database.asOwner("UPDATE sandbox.referral SET patient_id = 'PAT-2' WHERE id = 'REF-1' AND practice_id = $1", [
      other.tenant.linkedAccountId,
    ]);
    await own.run(body.job_id);
    expect((await own.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      [
        "document.failed",
        {
          document_id: body.document_id,
          failure_reason: "referral not found in the EMR",
          reasons: [{ code: "record_not_found", description: "referral not found in the EMR" }],
        },
      ],
    ]);
    expect((await read(body.document_id, other)).status).toBe(404);
    expect(
      await database.asOwner("SELECT 1 FROM document_content WHERE document_id = $1::uuid", [body.document_id]),
    ).toEqual([]);
  });

  it("stays after an outage, and a retry files it", async () => {
    const content = anew();
    const { body } = await post({ content_base64: base64(content) });
    await jobs.runThroughOutage(body.job_id);
    expect((await jobs.eventsOf(body.job_id)).map(({ type }) => type)).toEqual(["document.failed"]);
    expect((await read(body.document_id)).bytes.equals(content)).toBe(true);
    const params = { job_id: String(body.job_id) };
    const again = await call(RETRY, "POST", `/jobs/${body.job_id}/retry`, { headers: clinic.headers, params });
    expect(again.status).toBe(202);
    await jobs.run(again.body.job_id);
    expect((await jobs.eventsOf(again.body.job_id)).map(({ type, data }) => [type, data])).toMatchObject([
      ["document.created", { document_id: body.document_id }],
    ]);
    expect(await inEmr(sha256(content))).toHaveLength(1);
    await syncAccount(clinic.tenant);
    expect((await read(body.document_id)).bytes.equals(content)).toBe(true);
  });

  it("is gone once a person has taken it back", async () => {
    const { body } = await post({ content_base64: base64(anew()) });
    const params = { job_id: String(body.job_id) };
    const answer = await call(CANCEL, "POST", `/jobs/${body.job_id}/cancel`, { headers: clinic.headers, params });
    expect(answer.status).toBe(202);
    expect((await read(body.document_id)).status).toBe(404);
  });

  it("files more than one part of a file unaltered", async () => {
    const content = Buffer.from("0123456789abcde\n".repeat(45_000));
    const { body } = await post({ content_base64: base64(content) });
    await jobs.run(body.job_id);
    expect(await inEmr(sha256(content))).toHaveLength(1);
    expect(await count("SELECT count(*) AS n FROM sandbox.document_part")).toBe(0);
  });
});
