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
  /** True if each color has parts of its own, instead of each pixel all of its colors. */
  isPlanar: boolean;
  /** The parts of the picture, each with its place in pixels. */
  parts: readonly TiffPart[];
}

export interface TiffPart {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The color to which it belongs, from 0; 0 if its pixels have all colors. */
  plane: number;
  data: Uint8Array;
}

/** Bytes per value of each field type. */
const SIZES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 13: 4 },
  ...{ 16: 8, 17: 8, 18: 8 },
};
/** The types of fractions; other types of 8 bytes are whole numbers. */
const FRACTIONS = [5, 10];
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
  jpegPlace: 513,
  jpegLength: 514,
} as const;

/** JPEG as the first standard had it (TIFF 6.0, section 22), and as it is now. */
const OLD_JPEG = 6;
export const JPEG = 7;

/** A reduced picture or a mask of another page, no page of its own. */
const NO_PAGE = 0b101;
const CENTIMETERS = 3;
const INCH_CM = 2.54;

type Fields = ReadonlyMap<number, readonly number[]>;

const TIFF = 42;
/** A TIFF whose places and counts have 8 bytes. */
const BIG_TIFF = 43;

/** Reads numbers at places of a file; throws RangeError outside of it. */
class Bytes {
  readonly #view: DataView;
  readonly #isLittle: boolean;
  readonly all: Uint8Array;
  readonly isBig: boolean;

  constructor(all: Uint8Array) {
    this.all = all;
    this.#view = new DataView(all.buffer, all.byteOffset, all.byteLength);
    this.#isLittle = all[0] === 0x49;
    this.isBig = all.length > 3 && this.short(2) === BIG_TIFF;
  }

  short = (at: number): number => this.#view.getUint16(at, this.#isLittle);
  long = (at: number): number => this.#view.getUint32(at, this.#isLittle);
  #longest = (at: number): number => Number(this.#view.getBigUint64(at, this.#isLittle));

  /** Returns a place in the file, or a count of values. */
  place = (at: number): number => (this.isBig ? this.#longest(at) : this.long(at));

  /** Returns the number of a directory's entries, where they begin and how long each is. */
  directory(at: number): { count: number; first: number; size: number } {
    return this.isBig
      ? { count: this.#longest(at), first: at + 8, size: 20 }
      : { count: this.short(at), first: at + 2, size: 12 };
  }

  /** Returns the `index`th value of a field of a type that begins at `at`; a fraction as its quotient. */
  value(type: number, at: number): number {
    const size = SIZES[type] ?? 0;
    if (FRACTIONS.includes(type)) return this.long(at) / this.long(at + 4);
    if (size === 8) return this.#longest(at);
    return size === 4 ? this.long(at) : size === 2 ? this.short(at) : this.#view.getUint8(at);
  }
}

function fieldsAt(bytes: Bytes, at: number): Fields {
  const fields = new Map<number, readonly number[]>();
  const { count, first: begin, size: length } = bytes.directory(at);
  for (let index = 0; index < count; index += 1) {
    const entry = begin + index * length;
    const [tag, type, values] = [bytes.short(entry), bytes.short(entry + 2), bytes.place(entry + 4)];
    const [inline, within] = bytes.isBig ? [entry + 12, 8] : [entry + 8, 4];
    const size = SIZES[type];
    const isKnown = Object.values(TAG).some((known) => known === tag);
    if (!isKnown || size === undefined || values > bytes.all.length) continue;
    const first = values * size <= within ? inline : bytes.place(inline);
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

interface Shape {
  width: number;
  height: number;
  /** Colors that have parts of their own; 1 if each pixel has all of its colors. */
  planes: number;
}

/** Returns the places of the strips or tiles of a picture; null if a part of it is not in the file. */
function partsOf(bytes: Bytes, fields: Fields, { width, height, planes }: Shape): TiffPart[] | null {
  const of = (tag: number) => fields.get(tag)?.[0];
  const isTiled = fields.has(TAG.tileOffsets);
  const partWidth = isTiled ? (of(TAG.tileWidth) ?? 0) : width;
  const partHeight = isTiled ? (of(TAG.tileHeight) ?? 0) : Math.min(height, of(TAG.rowsPerStrip) || height);
  const offsets = fields.get(isTiled ? TAG.tileOffsets : TAG.stripOffsets) ?? [];
  const counts = fields.get(isTiled ? TAG.tileCounts : TAG.stripCounts) ?? [];
  if (partWidth === 0 || partHeight === 0) return null;
  const across = Math.ceil(width / partWidth);
  const perPlane = across * Math.ceil(height / partHeight);
  const needed = perPlane * planes;
  if (needed > MOST_PARTS || offsets.length < needed) return null;
  const parts: TiffPart[] = [];
  for (const [index, from] of offsets.slice(0, needed).entries()) {
    const [plane, inPlane] = [Math.floor(index / perPlane), index % perPlane];
    const [left, top] = [(inPlane % across) * partWidth, Math.floor(inPlane / across) * partHeight];
    const length = counts[index] ?? (needed === 1 ? bytes.all.length - from : 0);
    const data = bytes.all.subarray(from, from + length);
    if (length === 0 || data.length < length) return null;
    const rows = isTiled ? partHeight : Math.min(partHeight, height - top);
    parts.push({ left, top, width: partWidth, height: rows, plane, data });
  }
  return parts;
}

const isJpeg = (data: Uint8Array): boolean => data[0] === 0xff && data[1] === 0xd8;

/** Returns the one whole JPEG that a picture of the old kind is, in its own place or as its only strip; null for others. */
function oldJpegOf(bytes: Bytes, fields: Fields, { width, height }: Shape): TiffPart[] | null {
  const whole = (from: number | undefined, length: number | undefined) =>
    from === undefined ? new Uint8Array() : bytes.all.subarray(from, length === undefined ? undefined : from + length);
  const of = (tag: number) => (fields.get(tag)?.length === 1 ? fields.get(tag)?.[0] : undefined);
  const apart = whole(of(TAG.jpegPlace), of(TAG.jpegLength));
  const data = isJpeg(apart) ? apart : whole(of(TAG.stripOffsets), of(TAG.stripCounts));
  return isJpeg(data) ? [{ left: 0, top: 0, width, height, plane: 0, data }] : null;
}

/** Returns a page; null if its directory describes no picture that is whole in the file. */
function pageOf(bytes: Bytes, fields: Fields): TiffPage | null {
  const of = (tag: number, otherwise: number) => fields.get(tag)?.[0] ?? otherwise;
  const [width, height] = [of(TAG.width, 0), of(TAG.height, 0)];
  if (width < 1 || height < 1 || width > MOST_PIXELS || height > MOST_PIXELS) return null;
  const bits = fields.get(TAG.bits) ?? [1];
  const samples = of(TAG.samples, 1);
  const isMixed = bits.some((each) => each !== bits[0]) || (fields.get(TAG.sampleFormat) ?? []).some((is) => is !== 1);
  if (isMixed) return null;
  const compression = of(TAG.compression, 1);
  const isPlanar = of(TAG.planes, 1) === 2 && samples > 1 && compression !== OLD_JPEG;
  const shape = { width, height, planes: isPlanar ? samples : 1 };
  const parts = compression === OLD_JPEG ? oldJpegOf(bytes, fields, shape) : partsOf(bytes, fields, shape);
  if (parts === null) return null;
  const jpegTables = fields.get(TAG.jpegTables);
  return {
    width,
    height,
    // What stands in the file is then whole, as the newer kind has it.
    compression: compression === OLD_JPEG ? JPEG : compression,
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
    isPlanar,
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
    file.length > (bytes.isBig ? 16 : 8) &&
    file[0] === file[1] &&
    (file[0] === 0x49 || file[0] === 0x4d) &&
    (bytes.isBig || bytes.short(2) === TIFF);
  if (!isTiff) throw new Error("No TIFF");
  const pages: (TiffPage | null)[] = [];
  const seen = new Set<number>();
  let at = bytes.place(bytes.isBig ? 8 : 4);
  while (at !== 0 && !seen.has(at) && pages.length < MOST_PAGES) {
    seen.add(at);
    try {
      const fields = fieldsAt(bytes, at);
      if (((fields.get(TAG.subfile)?.[0] ?? 0) & NO_PAGE) === 0) pages.push(pageOf(bytes, fields));
      const { count, first, size } = bytes.directory(at);
      at = bytes.place(first + count * size);
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
