import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readFrom, readWhole } from "#lib/testing/fhir/read-from";
import { NO_QUIRKS, type Quirks } from "#lib/testing/fhir/replay/quirks";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";

let server: ReplayServer;
beforeEach(async () => {
  server = await startReplayServer();
});
afterEach(() => server.stop());

const base64 = (content: string | Buffer) => Buffer.from(content).toString("base64");
const PDF = "%PDF-1.7 a letter";
const LONG_PDF = `${PDF}${" again".repeat(2_000)}`;
const PNG = Buffer.from("\x89PNG\r\n\x1a\n a picture", "latin1");
const JPEG = Buffer.from("\xff\xd8\xff\xe0 a picture", "latin1");
const ZIP = Buffer.from("PK\x03\x04 a text document", "latin1");
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const FHIR = 'xmlns="http://hl7.org/fhir"';

type File = Quirks["files"][string];

const file = (contentType: string, content: string | Buffer, wants?: string): File => ({
  contentType,
  base64: base64(content),
  ...(wants === undefined ? {} : { wants }),
});

interface Shown {
  mimeType: string;
  content: string;
}

/** Reads the one document that has these attachments; `binary` answers at `Binary/b1`. Returns its file, or why it has none. */
async function read(
  attachment: object | object[],
  { binary, ...others }: { binary?: File; contained?: object[] } = {},
): Promise<Shown | string> {
  server.quirks = { ...NO_QUIRKS, files: binary ? { "Binary/b1": binary } : {} };
  const content = [attachment].flat().map((each) => ({ attachment: each }));
  const document = { resourceType: "DocumentReference", id: "d1", status: "current", date: "2026-01-02T10:00:00Z" };
  await server.load([{ ...document, ...others, content } as never]);
  const reads = readFrom(server.baseUrl);
  const { records, faulty } = await readWhole(reads, "documents");
  if (records.length === 0) return faulty.map(({ reason }) => reason).join("; ") || "not shown";
  try {
    for await (const [, found] of reads.readDocuments(["d1"], AbortSignal.timeout(10_000)))
      return { mimeType: found.mimeType ?? "", content: Buffer.from(found.content).toString("latin1") };
  } catch (error) {
    return (error as Error).message;
  }
  return "no file";
}

const latin1 = (content: string | Buffer) => Buffer.from(content).toString("latin1");
const pdf: Shown = { mimeType: "application/pdf", content: PDF };
const NO_FILE = "The document's content is no file";

describe("content that came along", () => {
  it.each<[string, object, Shown | string]>([
    ["a data URI inside data", { data: `data:application/pdf;base64,${base64(PDF)}` }, pdf],
    ["one in capitals, with parameters", { data: `DATA:Application/PDF;name=a.pdf;BASE64,${base64(PDF)}` }, pdf],
    ["one with a parameter behind", { data: `data:application/pdf;base64;name=a.pdf,${base64(PDF)}` }, pdf],
    [
      "one that is percent-encoded base64",
      { url: `data:application/pdf;base64,${encodeURIComponent(base64(PDF))}` },
      pdf,
    ],
    [
      "one of percent-encoded bytes",
      { url: "data:image/jpeg,%FF%D8%FFxyz" },
      { mimeType: "image/jpeg", content: "\xff\xd8\xffxyz" },
    ],
    ["one of text with a percent sign", { url: "data:text/plain,100%" }, { mimeType: "text/plain", content: "100%" }],
    ["base64 in lines", { contentType: "application/pdf", data: base64(PDF).replaceAll(/(.{8})/g, "$1\r\n  ") }, pdf],
    ["image/jpg", { contentType: "image/jpg", data: base64(JPEG) }, { mimeType: "image/jpeg", content: latin1(JPEG) }],
    ["image/pdf", { contentType: "image/pdf", data: base64(PDF) }, pdf],
    ["a PDF as application/octet-stream", { contentType: "application/octet-stream", data: base64(PDF) }, pdf],
    ["a PDF of no type behind a line", { data: base64(`\r\n${PDF}`) }, { ...pdf, content: `\r\n${PDF}` }],
    ["a PDF as text", { contentType: "text/plain", data: base64(PDF) }, pdf],
    [
      "a picture as a PDF",
      { contentType: "application/pdf", data: base64(PNG) },
      { mimeType: "image/png", content: latin1(PNG) },
    ],
    ["a text document", { contentType: DOCX, data: base64(ZIP) }, { mimeType: DOCX, content: latin1(ZIP) }],
    [
      "a text document as a PDF",
      { contentType: "application/pdf", data: base64(ZIP) },
      { mimeType: "application/zip", content: latin1(ZIP) },
    ],
    [
      "bytes as text",
      { contentType: "text/plain", data: base64("a\0b\x01") },
      { mimeType: "application/octet-stream", content: "a\0b\x01" },
    ],
    ["a type that is none", { contentType: "pdf", data: base64(PDF) }, pdf],
    [
      "a type that breaks a header",
      { contentType: "text/plain\r\nx: y", data: base64("note") },
      { mimeType: "application/octet-stream", content: "note" },
    ],
    ["a web page as a PDF", { contentType: "application/pdf", data: base64("<html>Sign in</html>") }, NO_FILE],
    ["words in place of base64", { contentType: "text/plain", data: "Patient feels better" }, NO_FILE],
    ["base64 that was cut", { contentType: "text/plain", data: "bm90ZQ=" }, NO_FILE],
    ["an empty data URI", { data: "data:,", url: "Binary/b1" }, NO_FILE],
  ])("%s", async (_what, attachment, expected) => {
    expect(await read(attachment)).toEqual(expected);
  });
});

describe("content in a resource inside the document", () => {
  const contained = [{ resourceType: "Binary", id: "b", contentType: "application/pdf", data: base64(PDF) }];

  it.each<[string, object, Shown | string]>([
    ["by its fragment", { url: "#b" }, pdf],
    ["as a data URI", { url: "#b", contentType: "application/octet-stream" }, pdf],
    ["that is not there", { url: "#none" }, "The document's file has an address at which nothing can be read"],
  ])("%s", async (_what, attachment, expected) => {
    expect(await read(attachment, { contained })).toEqual(expected);
  });
});

describe("content at an address", () => {
  const at = { contentType: "application/pdf", url: "Binary/b1" };
  const xml = (content: string, rest = "") =>
    `${rest}<Binary ${FHIR}><contentType value="application/pdf"/>${content}</Binary>`;
  const data = `<data value="${base64(PDF)}"/>`;
  const json = JSON.stringify({ resourceType: "Binary", contentType: "application/pdf", data: base64(PDF) });
  const outcome = JSON.stringify({
    resourceType: "OperationOutcome",
    issue: [{ severity: "error", diagnostics: "Locked" }],
  });

  it.each<[string, object, File, Shown | string]>([
    ["as a file", at, file("application/pdf", PDF), pdf],
    ["as a Binary in XML", at, file("application/fhir+xml", xml(data)), pdf],
    [
      "the same behind a declaration and a mark",
      at,
      file("text/xml; charset=utf-8", xml(data, '\ufeff<?xml version="1.0"?>\n<!-- x -->')),
      pdf,
    ],
    [
      "the same with a prefix",
      at,
      file("application/xml", `<f:Binary xmlns:f="http://hl7.org/fhir"><f:data value='${base64(PDF)}'/></f:Binary>`),
      pdf,
    ],
    [
      "the same with another attribute first",
      at,
      file("application/xml", xml(`<data id="d" value="${base64(PDF)}"/>`)),
      pdf,
    ],
    [
      "the same with lines as references",
      at,
      file("application/xml", xml(`<data value="${base64(PDF).replaceAll(/(.{8})/g, "$1&#xA;")}"/>`)),
      pdf,
    ],
    ["the same as a type of no resource", at, file("application/pdf", xml(data)), pdf],
    ["the same without content", at, file("application/fhir+xml", xml("")), "no file"],
    ["as a Binary in JSON", at, file("application/fhir+json", json), pdf],
    [
      "as a Binary in JSON whose type stands after a long content",
      at,
      file("application/pdf", JSON.stringify({ data: base64(LONG_PDF), resourceType: "Binary" })),
      { ...pdf, content: LONG_PDF },
    ],
    [
      "as a Binary in XML after a long comment",
      at,
      file("application/fhir+xml", xml(data, `<?xml version="1.0"?><!-- <p>${"x".repeat(5_000)}</p> -->\n`)),
      pdf,
    ],
    ["the same as a file's type", at, file("application/pdf", `\ufeff${json}`), pdf],
    [
      "by its own type if the document has none",
      { url: "Binary/b1" },
      file("text/plain; charset=utf-8", "note"),
      { mimeType: "text/plain", content: "note" },
    ],
    ["to who asks as FHIR alone", at, file("application/fhir+json", json, "application/fhir+json"), pdf],
    [
      "as a refusal that is called a success",
      at,
      file("application/fhir+json", outcome),
      expect.stringContaining("Locked"),
    ],
    ["as the same in XML", at, file("application/fhir+xml", `<OperationOutcome ${FHIR}/>`), NO_FILE],
    ["as a page to sign in", at, file("text/html", "<html>Sign in</html>"), NO_FILE],
    [
      "of a document in XML",
      { contentType: "text/xml", url: "Binary/b1" },
      file("text/xml", "<ClinicalDocument/>"),
      { mimeType: "text/xml", content: "<ClinicalDocument/>" },
    ],
  ])("%s", async (_what, attachment, binary, expected) => {
    expect(await read(attachment, { binary })).toEqual(expected);
  });

  it("is the PDF of several formats", async () => {
    const formats = [{ contentType: "text/plain", data: base64("note") }, at];
    expect(await read(formats, { binary: file("application/pdf", PDF) })).toEqual(pdf);
  });
});
