import { expect, it } from "vitest";
import { extentOf, fittingAnswer } from "./fitting-answer.ts";

const WHOLE = { fields: null, whole: true };
const FITTING = { fields: null, whole: false };

/** A list of 100 records of some size each, read by pages of at most 50. */
function list(size: number) {
  const asked: (number | undefined)[] = [];
  const read = async (rows?: number) => {
    asked.push(rows);
    const records = Array.from({ length: rows ?? 50 }, (_, id) => ({ id, text: "ü".repeat(size / 2) }));
    return Response.json({ success: true, records, next_cursor: "next" });
  };
  return { asked, isPaged: true, read };
}

const bodyOf = async (response: Response) => {
  const text = await response.text();
  return { status: response.status, bytes: Buffer.byteLength(text), body: JSON.parse(text) };
};

it.each([10, 400, 480, 3_000, 24_000])("a list of records of %d bytes fits, as many rows as possible", async (size) => {
  const { asked, ...given } = list(size);
  const { status, bytes, body } = await bodyOf(await fittingAnswer(FITTING, given));
  expect(status).toBe(200);
  expect(bytes).toBeLessThanOrEqual(25_100);
  expect(body.records.length).toBeGreaterThanOrEqual(Math.min(50, Math.floor((25_000 * 0.8) / (size + 30))));
  expect(body.note).toBe(
    asked.length > 1 ? `${body.records.length} rows, so that the result stays below 25 kB` : undefined,
  );
  expect(body.next_cursor).toBe("next");
});

it("the whole is answered if it is asked for", async () => {
  const { body } = await bodyOf(await fittingAnswer(WHOLE, list(3_000)));
  expect([body.records.length, body.note]).toEqual([50, undefined]);
});

it("fewer fields make more rows fit", async () => {
  const fields = new Set(["id"]);
  const { body } = await bodyOf(await fittingAnswer({ fields, whole: false }, list(3_000)));
  expect(body.records).toEqual(Array.from({ length: 50 }, (_, id) => ({ id })));
});

it("a record that does not fit is 413 with the sizes of its fields", async () => {
  for (const isPaged of [true, false]) {
    const { status, body } = await bodyOf(await fittingAnswer(FITTING, { ...list(30_000), isPaged }));
    expect([status, body.success]).toEqual([413, false]);
    expect(body.message).toContain("name the `fields` that you need");
    expect(body.fields.text).toBeGreaterThanOrEqual(15_000);
  }
});

it("unknown fields are refused with those that there are, and a refusal stays as it is", async () => {
  await expect(fittingAnswer({ fields: new Set(["id", "no"]), whole: false }, list(10))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("No such field: no. There are: id, text"),
  });
  const read = async () => Response.json({ success: false, message: "Not allowed" }, { status: 403 });
  const { status, body } = await bodyOf(await fittingAnswer(FITTING, { isPaged: true, read }));
  expect([status, body]).toEqual([403, { success: false, message: "Not allowed" }]);
});

it("the arguments are told apart from those of the query", () => {
  expect(extentOf({ fields: ["mrn"], whole: true, limit: 5 })).toEqual({
    extent: { fields: new Set(["mrn"]), whole: true },
    given: { limit: 5 },
  });
  expect(extentOf({ fields: null, whole: null })).toEqual({ extent: FITTING, given: {} });
  for (const fields of ["mrn,last_name", " mrn, last_name ", "mrn last_name", ["mrn", "last_name", "mrn"]]) {
    expect(extentOf({ fields }).extent.fields).toEqual(new Set(["mrn", "last_name"]));
  }
});

it.each([
  { fields: [] },
  { fields: "" },
  { fields: " , " },
  { fields: 7 },
  { fields: [7] },
  { fields: {} },
  { whole: "yes" },
  { whole: 1 },
])("%j is refused", (given) => expect(() => extentOf(given)).toThrow(/fields|whole/));
