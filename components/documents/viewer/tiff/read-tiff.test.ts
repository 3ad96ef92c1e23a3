import { expect, it } from "vitest";
import { colorPage, faxPage, type TiffSource, tiffOf } from "#lib/testing/fax";
import { readTiff } from "./read-tiff.ts";

const rowsOf = (height: number, black = 0) =>
  Array.from({ length: height }, (_, y) => Array.from({ length: 64 }, (__, x) => (x + y) % 8 < black));

/** Returns a page with one of its fields replaced, or left out if there are no values. */
const changed = (page: TiffSource, tag: number, ...values: number[]): TiffSource => ({
  ...page,
  fields: page.fields.flatMap((field) =>
    field[0] === tag ? (values.length > 0 ? [[tag, field[1], ...values]] : []) : [field],
  ),
});

it.each([true, false])("reads the pages in order, with the parts of each (little-endian: %j)", (isLittle) => {
  const pages = readTiff(tiffOf([faxPage(rowsOf(50, 2), 20), faxPage(rowsOf(10, 3))], isLittle));
  expect(pages).toMatchObject([
    { width: 64, height: 50, compression: 4, photometric: 0, dots: { x: 200, y: 100 }, orientation: 1 },
    { width: 64, height: 10, compression: 4 },
  ]);
  expect(pages[0]?.parts.map(({ top, height }) => [top, height])).toEqual([
    [0, 20],
    [20, 20],
    [40, 10],
  ]);
});

it.each([true, false])("reads a TIFF whose places have 8 bytes as any other (little-endian: %j)", (isLittle) => {
  const pages = [faxPage(rowsOf(50, 2), 20), faxPage(rowsOf(10, 3))];
  expect(readTiff(tiffOf(pages, isLittle, true))).toEqual(readTiff(tiffOf(pages, isLittle)));
});

it("reads colors in planes of their own, each with its parts", () => {
  const rows = Array.from({ length: 4 }, (_, y) => Array.from({ length: 6 }, (__, x) => [x, y, x * y]));
  const [page] = readTiff(tiffOf([colorPage(rows, { isPlanar: true })]));
  expect(page).toMatchObject({ isPlanar: true, samples: 3, bits: 8 });
  expect(page?.parts.map(({ plane, top, height }) => [plane, top, height])).toEqual([
    [0, 0, 4],
    [1, 0, 4],
    [2, 0, 4],
  ]);
  expect(readTiff(tiffOf([{ ...colorPage(rows, { isPlanar: true }), strips: [new Uint8Array(24)] }]))).toEqual([null]);
});

it("reads the old kind of JPEG where it is whole, and no other", () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 1, 2, 3, 0xff, 0xd9]);
  const { fields } = changed(changed(colorPage([[[0, 0, 0]]]), 259, 6), 262, 6);
  const whole = { compression: 7, parts: [{ left: 0, top: 0, data: jpeg }] };
  expect(readTiff(tiffOf([{ fields, strips: [], jpeg }]))).toMatchObject([whole]);
  expect(readTiff(tiffOf([{ fields, strips: [jpeg] }]))).toMatchObject([whole]);
  expect(readTiff(tiffOf([{ fields, strips: [Uint8Array.from([9, 9])] }]))).toEqual([null]);
  expect(readTiff(tiffOf([{ fields, strips: [] }]))).toEqual([null]);
});

it("names a broken page among good ones, and keeps the others", () => {
  const good = faxPage(rowsOf(10));
  const none = (pages: TiffSource[]) => readTiff(tiffOf(pages)).map((page) => page !== null);
  expect(none([good, changed(good, 256, 0), good])).toEqual([true, false, true]);
  expect(none([good, changed(good, 257, 4_000_000_000), good])).toEqual([true, false, true]);
  expect(none([good, { ...good, strips: [new Uint8Array()] }, good])).toEqual([true, false, true]);
  // More rows than the strips hold.
  expect(none([good, changed(changed(good, 257, 900), 278, 10), good])).toEqual([true, false, true]);
});

it.each([false, true])("survives every place at which a file may be cut off (BigTIFF: %j)", (isBig) => {
  const file = tiffOf([faxPage(rowsOf(10)), faxPage(rowsOf(10))], true, isBig);
  for (let length = 0; length < file.length; length += 1) {
    try {
      expect(readTiff(file.slice(0, length)).length).toBeGreaterThan(0);
    } catch (error) {
      expect((error as Error).message).toMatch(/^(No TIFF|A TIFF without pages)$/);
    }
  }
});

it("ends a chain of pages that leads back, and leaves out small pictures of other pages", () => {
  const file = tiffOf([faxPage(rowsOf(10))]);
  const view = new DataView(file.buffer);
  const directory = view.getUint32(4, true);
  view.setUint32(directory + 2 + view.getUint16(directory, true) * 12, directory, true);
  expect(readTiff(file)).toHaveLength(1);
  const small: TiffSource = { ...faxPage(rowsOf(10)), fields: [[254, 4, 1], ...faxPage(rowsOf(10)).fields] };
  expect(readTiff(tiffOf([faxPage(rowsOf(10)), small]))).toHaveLength(1);
});

it.each(["", "II*", "%PDF-1.7 and more", "MM\0*\0\0\0\x08\0\0\0\0\0\0"])("refuses what is no TIFF: %j", (text) => {
  const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  let pages: unknown[] = [];
  try {
    pages = readTiff(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
  expect(pages.filter((page) => page !== null)).toEqual([]);
});
