import { expect, it } from "vitest";
import { requestOf } from "./exchange.ts";

it("sends a file as a form, whose lists and objects are JSON and whose empty fields are left out", async () => {
  const file = new File(["Seen on Monday."], "Letter.txt", { type: "text/plain" });
  const { method, address, body } = requestOf("POST /documents", {
    patient_mrn: "MRN-1",
    category: undefined,
    metadata: { order: "42" },
    file,
  });
  expect([method, address, body]).toEqual(["POST", "/documents", expect.any(FormData)]);
  const fields = Object.fromEntries(body as unknown as FormData);
  expect(fields).toMatchObject({ patient_mrn: "MRN-1", metadata: '{"order":"42"}' });
  expect("category" in fields).toBe(false);
  expect([(fields.file as File).name, await (fields.file as File).text()]).toEqual(["Letter.txt", "Seen on Monday."]);
});

it("sends what has no file as JSON", () => {
  expect(requestOf("POST /documents", { patient_mrn: "MRN-1" }).body).toBe('{"patient_mrn":"MRN-1"}');
});
