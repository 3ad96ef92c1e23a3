/** One page of a TIFF as its directory describes it; lengths in pixels, bytes as they stand in the file. */
export interface TiffPage {
  width: number;
  height: number;
  /** Number of the standard: 1 none, 4 Group 4 fax, 5 LZW, 7 JPEG and others. */
  compression: number;
  /** 0 white is zero, 1 black is zero, 2 RGB, 3 palette, 5 CMYK, 6 YCbCr. */
  photometric: number;
  bits: number;
  samples: number;
  extraSamples: number;
  /** True if the first pixel of a byte is its lowest bit. */
  isReversed: boolean;
  /** 1 to 8: where row and column 0 are. */
  orientation: number;
  /** Pixels per inch; null if unknown. */
  dots: { x: number; y: number } | null;
  /** Bits of the options of Group 3 fax: 1 is two-dimensional. */
  faxOptions: number;
  predictor: number;
  /** Red values, green values, blue values of 16 bits each; null without a palette. */
  palette: readonly number[] | null;
  jpegTables: Uint8Array | null;
  /** The parts of the picture, each with its place in pixels. */
  parts: readonly TiffPart[];
}

export interface TiffPart {
  left: number;
  top: number;
  width: number;
  height: number;
  data: Uint8Array;
}

/** Bytes per value of each field type. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 13: 4 };
const MOST_PAGES = 5_000;
const MOST_PARTS = 100_000;
/** Either side of a picture in pixels. */
const MOST_PIXELS = 100_000;

const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripCounts: 279,
  dotsX: 282,
  dotsY: 283,
  planes: 284,
  faxOptions: 292,
  dotsUnit: 296,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileCounts: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
} as const;

/** A reduced picture or a mask of another page, no page of its own. */
const NO_PAGE = 0b101;
const CENTIMETERS = 3;
const INCH_CM = 2.54;

type Fields = ReadonlyMap<number, readonly number[]>;

/** Reads numbers at places of a file; throws RangeError outside of it. */
class Bytes {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  readonly all: Uint8Array;

  constructor(all: Uint8Array) {
    this.all = all;
    this.#view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    this.#isLittle = all[0] === 0x49;
  }

  short = (at: number): number => this.#view.getUint16(at, this.#isLittle);
  long = (at: number): number => this.#view.getUint32(at, this.#isLittle);

  /** Returns the `index`th value of a field of a type that begins at `at`; a fraction as its quotient. */
  value(type: number, at: number): number {
    const size = SIZES[type] ?? 0;
    if (size === 8) return this.long(at) / this.long(at + 4);
    return size === 4 ? this.long(at) : size === 2 ? this.short(at) : this.#view.getUint8(at);
  }
}

function fieldsAt(bytes: Bytes, at: number): Fields {
  const fields = new Map<number, readonly number[]>();
  const count = bytes.short(at);
  for (let index = 0; index < count; index += 1) {
    const entry = at + 2 + index * 12;
    const [tag, type, values] = [bytes.short(entry), bytes.short(entry + 2), bytes.long(entry + 4)];
    const size = SIZES[type];
    const isKnown = Object.values(TAG).some((known) => known === tag);
    if (!isKnown || size === undefined || values > bytes.all.length) continue;
    const first = values * size <= 4 ? entry + 8 : bytes.long(entry + 8);
    if (first + values * size > bytes.all.length) continue;
    fields.set(
      tag,
      Array.from({ length: values }, (_, place) => bytes.value(type, first + place * size)),
    );
  }
  return fields;
}

function dotsOf(fields: Fields): { x: number; y: number } | null {
  const of = (tag: number) => fields.get(tag)?.[0] ?? Number.NaN;
  const scale = of(TAG.dotsUnit) === CENTIMETERS ? INCH_CM : 1;
  const [x, y] = [of(TAG.dotsX) * scale, of(TAG.dotsY) * scale];
  return x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y) ? { x, y } : null;
}

/** Returns the places of the strips or tiles of a picture; null if a part of it is not in the file. */
function partsOf(bytes: Bytes, fields: Fields, width: number, height: number): TiffPart[] | null {
  const of = (tag: number) => fields.get(tag)?.[0];
  const isTiled = fields.has(TAG.tileOffsets);
  const partWidth = isTiled ? (of(TAG.tileWidth) ?? 0) : width;
  const partHeight = isTiled ? (of(TAG.tileHeight) ?? 0) : Math.min(height, of(TAG.rowsPerStrip) || height);
  const offsets = fields.get(isTiled ? TAG.tileOffsets : TAG.stripOffsets) ?? [];
  const counts = fields.get(isTiled ? TAG.tileCounts : TAG.stripCounts) ?? [];
  if (partWidth === 0 || partHeight === 0) return null;
  const across = Math.ceil(width / partWidth);
  const needed = across * Math.ceil(height / partHeight);
  if (needed > MOST_PARTS || offsets.length < needed) return null;
  const parts: TiffPart[] = [];
  for (const [index, from] of offsets.slice(0, needed).entries()) {
    const [left, top] = [(index % across) * partWidth, Math.floor(index / across) * partHeight];
    const length = counts[index] ?? (needed === 1 ? bytes.all.length - from : 0);
    const data = bytes.all.subarray(from, from + length);
    if (length === 0 || data.length < length) return null;
    const rows = isTiled ? partHeight : Math.min(partHeight, height - top);
    parts.push({ left, top, width: partWidth, height: rows, data });
  }
  return parts;
}

/** Returns a page; null if its directory describes no picture that is whole in the file. */
function pageOf(bytes: Bytes, fields: Fields): TiffPage | null {
  const of = (tag: number, otherwise: number) => fields.get(tag)?.[0] ?? otherwise;
  const [width, height] = [of(TAG.width, 0), of(TAG.height, 0)];
  if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS) return null;
  const bits = fields.get(TAG.bits) ?? [1];
  const samples = of(TAG.samples, 1);
  const isMixed = bits.some((each) => each !== bits[0]) || (fields.get(TAG.sampleFormat) ?? []).some((is) => is !== 1);
  if (isMixed || (of(TAG.planes, 1) !== 1 && samples > 1)) return null;
  const parts = partsOf(bytes, fields, width, height);
  if (parts === null) return null;
  const jpegTables = fields.get(TAG.jpegTables);
  return {
    width,
    height,
    compression: of(TAG.compression, 1),
    photometric: of(TAG.photometric, 0),
    bits: bits[0] ?? 1,
    samples,
    extraSamples: fields.get(TAG.extraSamples)?.length ?? 0,
    isReversed: of(TAG.fillOrder, 1) === 2,
    orientation: of(TAG.orientation, 1),
    dots: dotsOf(fields),
    faxOptions: of(TAG.faxOptions, 0),
    predictor: of(TAG.predictor, 1),
    palette: fields.get(TAG.palette) ?? null,
    jpegTables: jpegTables ? Uint8Array.from(jpegTables) : null,
    parts,
  };
}

/**
 * Returns the pages of a TIFF in order, null for one that is broken. Reduced pictures and masks are left out. Throws if the
 * file is none, or has no page at all.
 */
export function readTiff(file: Uint8Array): (TiffPage | null)[] {
  const bytes = new Bytes(file);
  const isTiff =
    file.length > 8 && file[0] === file[1] && (file[0] === 0x49 || file[0] === 0x4d) && bytes.short(2) === 42;
  if (!isTiff) throw new Error("No TIFF");
  const pages: (TiffPage | null)[] = [];
  const seen = new Set<number>();
  let at = bytes.long(4);
  while (at !== 0 && !seen.has(at) && pages.length < MOST_PAGES) {
    seen.add(at);
    try {
      const fields = fieldsAt(bytes, at);
      if (((fields.get(TAG.subfile)?.[0] ?? 0) & NO_PAGE) === 0) pages.push(pageOf(bytes, fields));
      at = bytes.long(at + 2 + bytes.short(at) * 12);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // The file ends within a directory: this page and all behind it are lost.
      pages.push(null);
      break;
    }
  }
  if (pages.length === 0) throw new Error("A TIFF without pages");
  return pages;
}
