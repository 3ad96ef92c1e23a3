import type { TiffPage, TiffPart } from "./read-tiff.ts";

/** The colors of a picture: a color space, or what stands before the function that reduces it to another one. */
export interface PdfColors {
  space: string;
  tint: { entries: string; program: string } | null;
}

/** The data of a picture and how a PDF describes them. */
export interface PdfPicture extends PdfColors {
  /** The entries of the dictionary besides its sizes and its color space. */
  entries: string;
  data: Uint8Array;
}

const COMPRESSION = {
  none: 1,
  huffman: 2,
  group3: 3,
  group4: 4,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  packBits: 32_773,
} as const;
/** Another number for deflate, from before the standard's. */
const OLD_DEFLATE = 32_946;

const FAX = new Set<number>([COMPRESSION.huffman, COMPRESSION.group3, COMPRESSION.group4]);

const BITS_REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (__, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum | bit, 0),
);

const reversed = (data: Uint8Array): Uint8Array => data.map((byte) => BITS_REVERSED[byte] ?? 0);

/** Returns the colors of which the last ones, such as transparency, are not drawn. */
function withoutExtra(base: string, colors: number, extra: number): PdfColors {
  const names = Array.from({ length: colors + extra }, (_, index) => `/C${index}`).join(" ");
  const ranges = (count: number) => `[${Array.from({ length: count }, () => "0 1").join(" ")}]`;
  const program = `{${" pop".repeat(extra)} }`;
  const kind = `/FunctionType 4 /Domain ${ranges(colors + extra)} /Range ${ranges(colors)}`;
  return { space: `/DeviceN [${names}] /${base}`, tint: { entries: kind, program } };
}

const hex = (value: number) => value.toString(16).padStart(2, "0");

function paletteOf({ palette, bits }: TiffPage): string | null {
  const count = 2 ** bits;
  if (palette === null || palette.length < 3 * count) return null;
  const color = (index: number) => [0, 1, 2].map((part) => hex((palette[part * count + index] ?? 0) >> 8)).join("");
  return `[/Indexed /DeviceRGB ${count - 1} <${Array.from({ length: count }, (_, index) => color(index)).join("")}>]`;
}

/** Returns the colors; null for those that are not drawn. */
function colorsOf(page: TiffPage): PdfColors | null {
  const { photometric, samples, extraSamples: extra } = page;
  const colors = samples - extra;
  if (photometric === 3) {
    const palette = samples === 1 ? paletteOf(page) : null;
    return palette === null ? null : { space: palette, tint: null };
  }
  const isYcbcr = photometric === 6 && page.compression === COMPRESSION.jpeg;
  const base =
    photometric <= 1 && colors === 1
      ? "DeviceGray"
      : (photometric === 2 || isYcbcr) && colors === 3
        ? "DeviceRGB"
        : photometric === 5 && colors === 4
          ? "DeviceCMYK"
          : null;
  if (base === null) return null;
  return extra === 0 ? { space: `/${base}`, tint: null } : withoutExtra(base, colors, extra);
}

/** Returns a JPEG with the tables that all parts of a page share. */
function jpegOf({ jpegTables }: TiffPage, data: Uint8Array): Uint8Array {
  if (jpegTables === null) return data;
  // Without the marker at their end and the one at the beginning of the picture.
  const tables = jpegTables.subarray(0, -2);
  const whole = new Uint8Array(tables.length + data.length - 2);
  whole.set(tables);
  whole.set(data.subarray(2), tables.length);
  return whole;
}

function faxEntries(page: TiffPage, { width, height }: TiffPart): string {
  const { compression, faxOptions, photometric } = page;
  const isTwoDimensional = (faxOptions & 1) === 1;
  const coding =
    compression === COMPRESSION.group4
      ? "/K -1"
      : compression === COMPRESSION.group3
        ? `/K ${isTwoDimensional ? 1 : 0} /EndOfLine ${isTwoDimensional}`
        : "/K 0 /EncodedByteAlign true /EndOfBlock false";
  const parameters = `${coding} /Columns ${width} /Rows ${height} /BlackIs1 ${photometric === 1}`;
  return `/BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << ${parameters} >>`;
}

function packedFilter(page: TiffPage, width: number): string | null {
  const { compression, predictor, samples, bits } = page;
  if (compression === COMPRESSION.none) return "";
  if (compression === COMPRESSION.packBits) return "/Filter /RunLengthDecode";
  const isDeflate = compression === COMPRESSION.deflate || compression === OLD_DEFLATE;
  if (!isDeflate && compression !== COMPRESSION.lzw) return null;
  const parameters =
    predictor === 2
      ? `/DecodeParms << /Predictor 2 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width} >>`
      : "";
  return predictor > 2 ? null : `/Filter /${isDeflate ? "FlateDecode" : "LZWDecode"} ${parameters}`;
}

/** Returns a part of a page as a picture of a PDF, still packed; null if PDFs have no such pictures. */
export function pdfPicture(page: TiffPage, part: TiffPart): PdfPicture | null {
  const { compression, bits, photometric, isReversed } = page;
  const given = isReversed && compression !== COMPRESSION.jpeg ? reversed(part.data) : part.data;
  if (FAX.has(compression)) {
    if (page.samples !== 1 || bits !== 1 || photometric > 1) return null;
    return { space: "/DeviceGray", tint: null, entries: faxEntries(page, part), data: given };
  }
  const colors = colorsOf(page);
  if (colors === null || ![1, 2, 4, 8, 16].includes(bits)) return null;
  const common = `/BitsPerComponent ${bits} ${photometric === 0 ? "/Decode [1 0]" : ""}`;
  if (compression === COMPRESSION.jpeg) {
    const transform = photometric === 2 ? "/DecodeParms << /ColorTransform 0 >>" : "";
    return { ...colors, entries: `${common} /Filter /DCTDecode ${transform}`, data: jpegOf(page, given) };
  }
  const filter = packedFilter(page, part.width);
  return filter === null ? null : { ...colors, entries: `${common} ${filter}`, data: given };
}

/** Returns the bits of Group 4 fax as a PDF has them; null for other kinds of pictures. */
export const group4Of = (page: TiffPage, picture: PdfPicture): Uint8Array | null =>
  page.compression === COMPRESSION.group4 ? picture.data : null;
