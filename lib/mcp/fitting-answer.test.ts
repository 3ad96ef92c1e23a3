import { expect, it } from "vitest";
import { extentOf, fittingAnswer } from "./fitting-answer.ts";
import { escapedBytes, resultOf } from "./result.ts";

const WHOLE = { fields: null, whole: true };
const FITTING = { fields: null, whole: false };

/** A list of 100 records of some size each, read by pages of at most 50. */
function list(size: number, letter = "ü") {
  const asked: (number | undefined)[] = [];
  const text = letter.repeat(size / Buffer.byteLength(letter));
  const read = async (rows?: number) => {
    asked.push(rows);
    const records = Array.from({ length: rows ?? 50 }, (_, id) => ({ id, text }));
    return Response.json({ success: true, records, next_cursor: "next" });
  };
  return { asked, isPaged: true, read };
}

const bodyOf = async (response: Response) => {
  const text = await response.text();
  const sent = JSON.stringify({ jsonrpc: "2.0", id: 7, result: resultOf(text, false) });
  return { status: response.status, bytes: Buffer.byteLength(sent), body: JSON.parse(text) };
};

it.each([10, 400, 480, 3_000, 24_000])("a list of records of %d bytes fits, as many rows as possible", async (size) => {
  const { asked, ...given } = list(size);
  const { status, bytes, body } = await bodyOf(await fittingAnswer(FITTING, given));
  expect(status).toBe(200);
  expect(bytes).toBeLessThan(25_000);
  expect(body.records.length).toBeGreaterThanOrEqual(Math.min(50, Math.floor((25_000 * 0.8) / (size + 40))));
  expect(body.note).toBe(
    asked.length > 1 ? `${body.records.length} rows, so that the result stays below 25 kB` : undefined,
  );
  expect(body.next_cursor).toBe("next");
});

/** Letters that take more bytes as they are sent, in a text within JSON within JSON, than in the record. */
const LETTERS = [
  '"',
  "\\",
  "\n",
  "\r\n",
  "\t",
  "\u0007",
  "\u007f",
  "\u2028",
  "é",
  "漢",
  "🩺",
  "\ud83e",
  "<",
  "'",
  'a"\n',
];

it.each(LETTERS)("a list of texts of %j fits as it is sent", async (letter) => {
  for (const size of [7, 60, 900, 2_100, 4_000, 4_900]) {
    const given = list(size * Buffer.byteLength(letter), letter);
    const { status, bytes, body } = await bodyOf(await fittingAnswer(FITTING, given));
    const row = escapedBytes({ id: 1, text: letter.repeat(size) });
    expect(status).toBe(row < 24_300 ? 200 : 413);
    expect(bytes).toBeLessThan(25_000);
    // Not much room is left where another row would have fitted.
    if (status === 200 && body.records.length < 50) expect(bytes + 1.25 * row).toBeGreaterThan(25_000 * 0.85);
  }
});

it.each(LETTERS)(
  "a record with a text of %j fits as it is sent, or is refused with the size that it has",
  async (letter) => {
    for (const length of [2_000, 4_000, 4_083, 6_000, 8_000, 12_000, 24_000]) {
      const record = { id: 1, note: letter.repeat(length) };
      const read = async () => Response.json({ success: true, record });
      const { status, bytes, body } = await bodyOf(await fittingAnswer(FITTING, { isPaged: false, read }));
      expect(bytes).toBeLessThan(25_000);
      const size = escapedBytes(record);
      expect(status).toBe(size < 24_400 ? 200 : 413);
      if (status === 413) expect(Math.abs(body.fields.note - size)).toBeLessThan(100);
    }
  },
);

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
    code: "invalid",
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
