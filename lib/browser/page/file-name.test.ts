import { expect, test } from "vitest";
import { contentDisposition } from "#lib/api/endpoints/document-endpoint";
import { fileNameOf, safeFileName } from "./file-name.ts";

test("any file name survives the transfer", () => {
  for (const name of [
    "letter.pdf",
    "Consult note – Müller's.pdf",
    'a "quoted"; name.txt',
    "100 %.png",
    "دعوة.pdf",
    "😀.png",
  ]) {
    expect(fileNameOf(contentDisposition(name))).toBe(name);
  }
});

test("reads a plain, wrongly encoded or missing name", () => {
  expect(fileNameOf('attachment; filename="letter.pdf"')).toBe("letter.pdf");
  expect(fileNameOf(`attachment; filename="letter.pdf"; filename*=UTF-8''%E0%A4%A`)).toBe("letter.pdf");
  expect(fileNameOf("attachment")).toBeNull();
  expect(fileNameOf(null)).toBeNull();
});

test("a file is saved under a readable name that every system accepts", () => {
  expect(safeFileName("Consult note – Müller's 😀 דוד.pdf")).toBe("Consult note – Müller's 😀 דוד.pdf");
  expect(safeFileName("invoice\u202Efdp.exe")).toBe("invoice_fdp.exe");
  expect(safeFileName("<img src=x>.txt")).toBe("_img src=x_.txt");
  expect(safeFileName("../../etc\u0000/passwd")).toBe("__.._etc__passwd");
  expect(safeFileName("")).toBe("file");
});
