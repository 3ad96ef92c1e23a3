import fc from "fast-check";
import { expect, it } from "vitest";
import { contentDisposition } from "./document-endpoint.ts";

it.each([
  ["report.pdf", "report.pdf", "report.pdf"],
  ['a".exe; x="b.pdf', "a_.exe; x=_b.pdf", "a%22.exe%3B%20x%3D%22b.pdf"],
  ["a\r\nSet-Cookie: x=1.pdf", "a__Set-Cookie: x=1.pdf", "a__Set-Cookie%3A%20x%3D1.pdf"],
  ["invoice\u202efdp.exe", "invoice_fdp.exe", "invoice_fdp.exe"],
  ["\u2066x\u2069\u200f.pdf", "_x__.pdf", "_x__.pdf"],
  ["../../etc/passwd", ".._.._etc_passwd", ".._.._etc_passwd"],
  ["C:\\a.pdf", "C:_a.pdf", "C%3A_a.pdf"],
  ["it's (1)*.pdf", "it's (1)*.pdf", "it%27s%20%281%29%2A.pdf"],
  ["=cmd|' /C calc'!A0.csv", "=cmd|' _C calc'!A0.csv", "%3Dcmd%7C%27%20_C%20calc%27!A0.csv"],
  ["\u05d3\u05d5\u05d7.pdf", "___.pdf", "%D7%93%D7%95%D7%97.pdf"],
  ["half \ud800.pdf", "half _.pdf", "half%20%EF%BF%BD.pdf"],
])("names only the file %j", (name, plain, encoded) => {
  expect(contentDisposition(name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
});

it("is one header with both names for any file name", () => {
  const signs = fc.constantFrom(..."a\"\\;=,%'*()\r\n\t\0/ \u202e\u2066\u00e9\ud800");
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 12 }), (parts) => {
      const header = contentDisposition(parts.join(""));
      expect(header).toMatch(/^attachment; filename="[^"\\\r\n\0]*"; filename\*=UTF-8''[\w.%!~-]*$/);
      expect(new Headers({ "content-disposition": header }).get("content-disposition")).toBe(header);
    }),
  );
});
