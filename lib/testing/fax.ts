import { MODES, runCodes } from "#components/documents/viewer/tiff/fax-codes.ts";

const MAKE_UP = 64;
const LONGEST = 2_560;

const codesOf = (color: "white" | "black") =>
  new Map([...runCodes(color)].map(([code, length]) => [length, code] as const));
const CODES = { white: codesOf("white"), black: codesOf("black") };
const MODE_CODES = new Map(Object.entries(MODES).map(([code, mode]) => [mode, code] as const));

function runCode(length: number, color: "white" | "black"): string {
  let [code, rest] = ["", length];
  for (; rest > LONGEST; rest -= LONGEST) code += CODES[color].get(LONGEST);
  if (rest >= MAKE_UP) code += CODES[color].get(rest - (rest % MAKE_UP));
  return code + CODES[color].get(rest % MAKE_UP);
}

/** Returns the first place from `from` on at which a row changes to another color than that before it. */
function nextChange(row: readonly boolean[], from: number): number {
  let at = from;
  while (at < row.length && (row[at] ?? false) === (row[at - 1] ?? false)) at += 1;
  return Math.min(at, row.length);
}

/** Codes a row of pixels, true for black, by the row above (ITU-T T.6). */
function rowCode(row: readonly boolean[], above: readonly boolean[]): string {
  const width = row.length;
  let [code, at, isBlack] = ["", -1, false];
  while (at < width) {
    const change = nextChange(row, at + 1);
    let near = nextChange(above, at + 1);
    if (near < width && above[near] === isBlack) near = nextChange(above, near + 1);
    const behind = nextChange(above, near + 1);
    if (behind < change) {
      code += MODE_CODES.get("pass");
      at = behind;
    } else if (Math.abs(change - near) <= 3) {
      code += MODE_CODES.get((change - near) as 0);
      [at, isBlack] = [change, !isBlack];
    } else {
      const end = nextChange(row, change + 1);
      const colors = isBlack ? (["black", "white"] as const) : (["white", "black"] as const);
      code +=
        MODE_CODES.get("horizontal") + runCode(change - Math.max(0, at), colors[0]) + runCode(end - change, colors[1]);
      at = end;
    }
  }
  return code;
}

const END_OF_BLOCK = "000000000001".repeat(2);

/** Returns rows of pixels, true for black, as Group 4 fax. */
export function group4(rows: readonly (readonly boolean[])[]): Uint8Array {
  let above: readonly boolean[] = (rows[0] ?? []).map(() => false);
  let bits = "";
  for (const row of rows) {
    bits += rowCode(row, above);
    above = row;
  }
  bits += END_OF_BLOCK;
  return Uint8Array.from(bits.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
}

/** A field of a page: its tag, its type (3 short, 4 long, 5 fraction) and its values. */
export type TiffField = [tag: number, type: 3 | 4 | 5, ...values: number[]];

export interface TiffSource {
  fields: readonly TiffField[];
  strips: readonly Uint8Array[];
  /** A whole JPEG in a place of its own, as the old kind of JPEG has it. */
  jpeg?: Uint8Array;
}

/** Returns a page of Group 4 fax of the usual resolution, 200 by 100 dots per inch, in strips of some rows. */
export function faxPage(rows: readonly (readonly boolean[])[], rowsPerStrip = rows.length): TiffSource {
  const strips = Array.from({ length: Math.ceil(rows.length / rowsPerStrip) }, (_, index) =>
    group4(rows.slice(index * rowsPerStrip, (index + 1) * rowsPerStrip)),
  );
  return {
    fields: [
      [256, 4, rows[0]?.length ?? 0],
      [257, 4, rows.length],
      [258, 3, 1],
      [259, 3, 4],
      [262, 3, 0],
      [277, 3, 1],
      [278, 4, rowsPerStrip],
      [282, 5, 200, 1],
      [283, 5, 100, 1],
      [296, 3, 2],
    ],
    strips,
  };
}

/** Returns a page of unpacked pixels of 8 bits per color, each row as its colors; with a strip per color if `isPlanar`. */
export function colorPage(
  rows: readonly (readonly (readonly number[])[])[],
  { photometric = 2, isPlanar = false }: { photometric?: number; isPlanar?: boolean } = {},
): TiffSource {
  const samples = rows[0]?.[0]?.length ?? 0;
  const planes = Array.from({ length: samples }, (_, plane) =>
    Uint8Array.from(rows.flatMap((row) => row.map((colors) => colors[plane] ?? 0))),
  );
  return {
    fields: [
      [256, 4, rows[0]?.length ?? 0],
      [257, 4, rows.length],
      [258, 3, ...planes.map(() => 8)],
      [259, 3, 1],
      [262, 3, photometric],
      [277, 3, samples],
      [278, 4, rows.length],
      [284, 3, isPlanar ? 2 : 1],
    ],
    strips: isPlanar ? planes : [Uint8Array.from(rows.flat(2))],
  };
}

/** Bytes of a value of each type of field. */
const WIDTHS = { 3: 2, 4: 4, 5: 4 } as const;

/** Returns a TIFF with these pages, in the order of bytes of either kind of processor; `isBig`: with places of 8 bytes. */
export function tiffOf(pages: readonly TiffSource[], isLittle = true, isBig = false): Uint8Array<ArrayBuffer> {
  const size =
    16 +
    pages.reduce(
      (sum, { fields, strips, jpeg }) =>
        sum +
        4_096 +
        fields.reduce((all, field) => all + 64 + field.length * 8, 0) +
        (jpeg?.length ?? 0) +
        strips.reduce((all, { length }) => all + length + 32, 0),
      0,
    );
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  const short = (at: number, value: number) => view.setUint16(at, value, isLittle);
  const long = (at: number, value: number) => view.setUint32(at, value, isLittle);
  const place = (at: number, value: number) =>
    isBig ? view.setBigUint64(at, BigInt(value), isLittle) : long(at, value);
  const word = isBig ? 8 : 4;
  file.set(isLittle ? [0x49, 0x49] : [0x4d, 0x4d]);
  short(2, isBig ? 43 : 42);
  if (isBig) short(4, 8);
  let [end, link] = isBig ? [16, 8] : [8, 4];
  const take = (length: number) => {
    const at = end;
    end += length + (length % 2);
    return at;
  };
  const put = (data: Uint8Array) => {
    const at = take(data.length);
    file.set(data, at);
    return at;
  };
  for (const { fields, strips, jpeg } of pages) {
    const places = strips.map(put);
    const all: TiffField[] = [...fields];
    if (strips.length > 0) all.push([273, 4, ...places], [279, 4, ...strips.map(({ length }) => length)]);
    if (jpeg) all.push([513, 4, put(jpeg)], [514, 4, jpeg.length]);
    all.sort(([a], [b]) => a - b);
    const [head, entrySize] = isBig ? [8, 20] : [2, 12];
    const directory = take(head + all.length * entrySize + word);
    place(link, directory);
    link = directory + head + all.length * entrySize;
    if (isBig) place(directory, all.length);
    else short(directory, all.length);
    for (const [index, [tag, type, ...values]] of all.entries()) {
      const entry = directory + head + index * entrySize;
      short(entry, tag);
      short(entry + 2, type);
      place(entry + 4, type === 5 ? values.length / 2 : values.length);
      const length = values.length * WIDTHS[type];
      const inline = entry + 4 + word;
      const at = length <= word ? inline : take(length);
      if (length > word) place(inline, at);
      for (const [number, value] of values.entries())
        type === 3 ? short(at + number * 2, value) : long(at + number * 4, value);
    }
  }
  return file.slice(0, end);
}
