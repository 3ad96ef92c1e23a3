import { createHash } from "node:crypto";
import type { Binary, DocumentReference } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasKey } from "#lib/emr/fhir/job-key";
import type { EmrNewDocument } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { FULL, startWritingPlace, type WritingPlace } from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
beforeEach(async () => {
  // Medplum's own rule for base64 within a resource also meets a file that comes raw, which its server stores elsewhere.
  place = await startWritingPlace({ validates: false });
});
afterEach(() => place.stop());

const never = new AbortController().signal;
const MEGABYTE = 1024 * 1024;

/** Returns a document whose file comes in parts of half a megabyte; `read` counts them. */
function aDocument(size: number): EmrNewDocument & { read(): number } {
  let read = 0;
  const part = Buffer.alloc(MEGABYTE / 2, 65);
  return {
    patientEhrId: "patient-1",
    referralEhrId: "referral-1",
    fileName: "Letter of March.txt",
    mimeType: "text/plain",
    size,
    sha256: createHash("sha256").update(Buffer.alloc(size, 65)).digest("hex"),
    category: "Letter",
    description: "From the cardiologist",
    read: () => read,
    async *parts() {
      for (let start = 0; start < size; start += part.byteLength) {
        read++;
        yield part.subarray(0, Math.min(part.byteLength, size - start));
      }
    },
  };
}

const withKey = async (key: string): Promise<DocumentReference[]> =>
  (await place.server.held<DocumentReference>("DocumentReference")).filter((each) => hasKey(each, key));

const binaries = () => place.server.held<Binary>("Binary");

const file = (document: EmrNewDocument, key = newId(), findings = FULL) =>
  place.open(findings).createDocument(document, { idempotencyKey: key, signal: never, warn: () => undefined });

const digestOf = (data: string | undefined): string =>
  createHash("sha256")
    .update(Buffer.from(data ?? "", "base64"))
    .digest("hex");

describe("a new document", () => {
  it("has all that was asked for and what US Core requires, with a small file in it", async () => {
    const [key, document] = [newId(), aDocument(1_000)];
    const { emrDocumentId } = await file(document, key);
    const [held] = await withKey(key);
    expect(held).toMatchObject({
      id: emrDocumentId,
      status: "current",
      type: { coding: [{ system: "http://loinc.org" }], text: "Letter" },
      category: [{ coding: [{ code: "clinical-note" }] }, { text: "Letter" }],
      subject: { reference: "Patient/patient-1" },
      description: "From the cardiologist",
      content: [{ attachment: { contentType: "text/plain", title: "Letter of March.txt" } }],
      context: { related: [{ reference: "ServiceRequest/referral-1" }] },
    });
    expect(digestOf(held?.content[0]?.attachment.data)).toBe(document.sha256);
    expect(await binaries()).toEqual([]);
  });

  it("has a large file in a Binary, unaltered", async () => {
    const [key, document] = [newId(), aDocument(6 * MEGABYTE + 7)];
    await file(document, key);
    const [held] = await withKey(key);
    const [binary, ...others] = await binaries();
    expect(others).toEqual([]);
    expect(held?.content[0]?.attachment.url).toBe(`Binary/${binary?.id}`);
    expect([binary?.contentType, digestOf(binary?.data)]).toEqual(["text/plain", document.sha256]);
  });

  it("of 25 MB is filed through a server that answers with the whole file", async () => {
    const [key, document] = [newId(), aDocument(25 * MEGABYTE)];
    await file(document, key);
    expect(document.read()).toBe(50);
    expect(await withKey(key)).toHaveLength(1);
    expect(digestOf((await binaries())[0]?.data)).toBe(document.sha256);
  });

  it("has its file in a Binary if the server refuses it within the document", async () => {
    place.before = async ({ method, address, body }) => {
      const isInline = method === "POST" && address.endsWith("/DocumentReference") && String(body).includes('"data"');
      place.answered = (_call, answer) => (isInline ? { ...answer, status: 413, body: Buffer.alloc(0) } : answer);
      // The server does not store what it refuses.
      place.front.endOf = () => "answered";
      if (isInline) place.server.habits.isBusy = true;
      else place.server.habits.isBusy = false;
    };
    const [key, document] = [newId(), aDocument(1_000)];
    await file(document, key);
    const [held, ...others] = await withKey(key);
    expect(others).toEqual([]);
    expect(held?.content[0]?.attachment.url).toMatch(/^Binary\//);
  });

  it.each([1_000, 5 * MEGABYTE])("of %i bytes is filed once under a key after a lost answer", async (size) => {
    const key = newId();
    const cut = (path: RegExp) => {
      place.before = async ({ method, address }) => {
        place.front.cuts = method === "POST" && path.test(address);
      };
    };
    cut(/\/DocumentReference$/);
    await expect(file(aDocument(size), key)).rejects.toMatchObject({ kind: "passing", notDone: false });
    place.before = async () => {
      place.front.cuts = false;
    };
    await file(aDocument(size), key);
    expect(await withKey(key)).toHaveLength(1);
    expect(await binaries()).toHaveLength(size > MEGABYTE ? 1 : 0);
  });

  it("is certainly not filed if the answer to its file is lost", async () => {
    place.front.cuts = true;
    const key = newId();
    await expect(file(aDocument(5 * MEGABYTE), key)).rejects.toMatchObject({ kind: "passing", notDone: true });
    place.front.cuts = false;
    expect(await withKey(key)).toEqual([]);
  });

  it("is refused with words if the server takes no file of its size", async () => {
    place.server.habits.isBusy = true;
    place.answered = ({ address }, answer) =>
      address.endsWith("/Binary") ? { ...answer, status: 413, body: Buffer.alloc(0) } : answer;
    await expect(file(aDocument(25 * MEGABYTE))).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: "The EMR takes no file of 25.0 MB: The EMR answered with the status 413",
    });
  });

  it("that is refused leaves no file behind", async () => {
    place.answered = ({ method, address }, answer) =>
      method === "POST" && address.endsWith("/DocumentReference")
        ? { ...answer, status: 422, body: Buffer.alloc(0) }
        : answer;
    place.before = async ({ method, address }) => {
      place.server.habits.isBusy = method === "POST" && address.endsWith("/DocumentReference");
    };
    await expect(file(aDocument(5 * MEGABYTE))).rejects.toMatchObject({ kind: "validation" });
    expect(await binaries()).toEqual([]);
  });
});
