import { isWholeFax } from "./check-fax.ts";
import { group4Of, type PdfPicture, pdfPicture } from "./pdf-picture.ts";
import { blendOf, colorsIn, planeOf } from "./planes.ts";
import { readTiff, type TiffPage } from "./read-tiff.ts";

const POINTS = 72;
/** The longest side of a page that readers of PDFs accept, in points. */
const MOST_POINTS = 14_400;
/** Dots per inch of a fax or a scan that states none, so that its width is that of a letter. */
const LETTER_INCHES = 8.5;
const SCAN_PIXELS = 1_000;
const SCREEN_DOTS = 96;
const LETTER = { width: 612, height: 792 };

/** The rotation in degrees by which a page with this orientation is upright, once it is no longer mirrored. */
const UPRIGHT: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 };
/** The orientations of pages whose columns run from right to left. */
const MIRRORED = [2, 4, 5, 7];

/** Collects the bytes of a PDF, and where each object begins. */
class PdfFile {
  readonly #parts: (string | Uint8Array<ArrayBuffer>)[] = ["%PDF-1.7\n"];
  readonly #offsets: number[] = [];
  #length = 9;

  #write(part: string | Uint8Array<ArrayBuffer>): void {
    this.#parts.push(part);
    this.#length += part.length;
  }

  /** Returns the number of an object that is added later. */
  reserve(): number {
    return this.#offsets.push(0);
  }

  /** Adds an object, with data as a stream. Returns its number. */
  add(entries: string, data?: Uint8Array, id = this.reserve()): number {
    this.#offsets[id - 1] = this.#length;
    this.#write(`${id} 0 obj\n`);
    if (data === undefined) this.#write(`<< ${entries} >>`);
    else {
      this.#write(`<< ${entries} /Length ${data.length} >>\nstream\n`);
      this.#write(new Uint8Array(data));
      this.#write("\nendstream");
    }
    this.#write("\nendobj\n");
    return id;
  }

  end(root: number): Blob {
    const table = this.#offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const size = this.#offsets.length + 1;
    this.#parts.push(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root ${root} 0 R >>\n` +
        `startxref\n${this.#length}\n%%EOF\n`,
    );
    return new Blob(this.#parts, { type: "application/pdf" });
  }
}

/** Returns the size of a page in points. Faxes have pixels of other widths than heights. */
function sizeOf({ width, height, dots }: TiffPage): { width: number; height: number } {
  const usual = width > SCAN_PIXELS ? width / LETTER_INCHES : SCREEN_DOTS;
  const { x, y } = dots ?? { x: usual, y: usual };
  // Without a unit the two say the shape of a pixel alone.
  const scale = x < 10 ? usual / x : 1;
  const size = { width: (width * POINTS) / (x * scale), height: (height * POINTS) / (y * scale) };
  const shrink = Math.min(1, MOST_POINTS / Math.max(size.width, size.height));
  return { width: Math.max(1, size.width * shrink), height: Math.max(1, size.height * shrink) };
}

const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

/** Adds the function of a picture's colors, if it has one. Returns its color space. */
function spaceOf(file: PdfFile, { space, tint }: PdfPicture): string {
  return tint === null ? space : `[${space} ${file.add(tint.entries, latin1(tint.program))} 0 R]`;
}

function addPage(file: PdfFile, tree: number, page: TiffPage, pictures: readonly PdfPicture[]): number {
  const blend = blendOf(page);
  const size = sizeOf(page);
  const [across, down] = [size.width / page.width, size.height / page.height];
  const number = (value: number) => value.toFixed(4);
  const ids = pictures.map((picture, index) => {
    const { width = 0, height = 0 } = page.parts[index] ?? {};
    const described = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${spaceOf(file, picture)}`;
    return file.add(`${described} ${picture.entries}`, picture.data);
  });
  const drawn = page.parts.map(({ left, top, width, height }, index) => {
    const place = [width * across, 0, 0, height * down, left * across, size.height - (top + height) * down];
    return `q ${place.map(number).join(" ")} cm /I${index} Do Q`;
  });
  const begin = [
    ...(blend?.paper ? [`${blend.paper} 0 0 ${number(size.width)} ${number(size.height)} re f`] : []),
    ...(blend ? ["/B gs"] : []),
    ...(MIRRORED.includes(page.orientation) ? [`-1 0 0 1 ${number(size.width)} 0 cm`] : []),
  ];
  const content = file.add("", latin1([...begin, ...drawn].join("\n")));
  const named = ids.map((id, index) => `/I${index} ${id} 0 R`).join(" ");
  return file.add(
    `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${number(size.width)} ${number(size.height)}] ` +
      `/Rotate ${UPRIGHT[page.orientation] ?? 0} /Resources << /XObject << ${named} >> ` +
      `/ExtGState << /B << /BM /${blend?.mode ?? "Normal"} >> >> >> /Contents ${content} 0 R`,
  );
}

/** Adds a page that says in words that it could not be drawn; `text` without parentheses. */
function addWords(file: PdfFile, tree: number, text: string): number {
  const content = file.add("", latin1(`BT /F 14 Tf 72 ${LETTER.height - 90} Td (${text}) Tj ET`));
  return file.add(
    `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${LETTER.width} ${LETTER.height}] /Contents ${content} 0 R ` +
      "/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >> >> >>",
  );
}

/** Returns whether what a browser unpacks by itself can be unpacked. */
async function isUnpacked(entries: string, data: Uint8Array): Promise<boolean> {
  try {
    const bytes = new Blob([new Uint8Array(data)]);
    if (entries.includes("/FlateDecode")) {
      await new Response(bytes.stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
    }
    if (entries.includes("/DCTDecode")) (await createImageBitmap(bytes)).close();
    return true;
  } catch {
    return false;
  }
}

/** Returns the pictures of a page; null if it is broken, or of a kind that PDFs do not have. */
async function picturesOf(page: TiffPage): Promise<PdfPicture[] | null> {
  const pictures: PdfPicture[] = [];
  for (const part of page.parts) {
    const shown = planeOf(page, part.plane);
    if (shown === null) return null;
    const picture = pdfPicture(shown, part);
    if (picture === null) return null;
    const fax = group4Of(shown, picture);
    if (fax ? !isWholeFax(fax, part.width, part.height) : !(await isUnpacked(picture.entries, picture.data)))
      return null;
    pictures.push(picture);
  }
  return pictures;
}

/** Lets the browser answer the user before the next page is read. */
const afterOthers = () => new Promise((resolve) => setTimeout(resolve));

export interface ConvertedTiff {
  pdf: Blob;
  pages: number;
  /** The pages, from 1, that could not be drawn and say so. */
  broken: number[];
}

/**
 * Returns a PDF with the pages of a TIFF, whose pictures stay packed as they are: the viewer of PDFs draws those in sight, away
 * from the page's own thread. A page that is broken has the text `notDrawn` in its place. Rejects if no page can be drawn.
 */
export async function tiffToPdf(tiff: Blob, notDrawn: string): Promise<ConvertedTiff> {
  const pages = readTiff(new Uint8Array(await tiff.arrayBuffer()));
  const file = new PdfFile();
  const tree = file.reserve();
  const [ids, broken]: [number[], number[]] = [[], []];
  for (const [index, page] of pages.entries()) {
    const drawn = page && { ...page, parts: page.parts.filter(({ plane }) => plane < colorsIn(page)) };
    const pictures = drawn && (await picturesOf(drawn));
    if (!pictures) broken.push(index + 1);
    ids.push(pictures ? addPage(file, tree, drawn, pictures) : addWords(file, tree, notDrawn));
    await afterOthers();
  }
  if (broken.length === pages.length) throw new Error("No page of the TIFF can be drawn");
  const kids = ids.map((id) => `${id} 0 R`).join(" ");
  file.add(`/Type /Pages /Kids [${kids}] /Count ${ids.length}`, undefined, tree);
  return { pdf: file.end(file.add(`/Type /Catalog /Pages ${tree} 0 R`)), pages: pages.length, broken };
}
