/** One page: a heading and lines of text, each on a line of its own. */
export interface PdfPage {
  heading: string;
  lines: readonly string[];
}

/** US Letter, in points. */
const PAGE = { width: 612, height: 792, margin: 72 };
const LEADING = 15;
const HEADING_SIZE = 16;
const TEXT_SIZE = 10.5;

/** Characters that WinAnsi, the encoding of the fonts that every reader has, holds outside of Latin-1. */
const WIN_ANSI = new Map([..."€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"].map((character, index) => [character, index]));
const WIN_ANSI_CODES = [
  0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96,
  0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f,
];

/** A character's byte; one that the encoding lacks loses its accent, or becomes a question mark. */
function byteOf(character: string): number {
  const extra = WIN_ANSI.get(character);
  if (extra !== undefined) return WIN_ANSI_CODES[extra] ?? 0x3f;
  const code = character.codePointAt(0) ?? 0x3f;
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code;
  const plain = character.normalize("NFD").charCodeAt(0);
  return plain < 0x80 ? plain : 0x3f;
}

/** A text as a PDF string in parentheses, in WinAnsi bytes written as Latin-1 characters. */
const pdfString = (text: string): string =>
  `(${[...text]
    .map((character) => String.fromCharCode(byteOf(character)))
    .join("")
    .replaceAll(/[\\()]/g, "\\$&")})`;

function contentOf({ heading, lines }: PdfPage, footer: string): string {
  const top = PAGE.height - PAGE.margin;
  const body = lines.map((line) => `${pdfString(line)} Tj T*`).join("\n");
  return [
    `BT /F2 ${HEADING_SIZE} Tf ${PAGE.margin} ${top} Td ${pdfString(heading)} Tj ET`,
    `0.6 w ${PAGE.margin} ${top - 10} m ${PAGE.width - PAGE.margin} ${top - 10} l S`,
    `BT /F1 ${TEXT_SIZE} Tf ${LEADING} TL ${PAGE.margin} ${top - 34} Td\n${body}\nET`,
    `BT /F1 8 Tf ${PAGE.margin} ${PAGE.margin / 2} Td ${pdfString(footer)} Tj ET`,
  ].join("\n");
}

/** `D:20261121000000Z`. */
const pdfDate = (date: string): string => `D:${date.replaceAll("-", "")}000000Z`;

/**
 * A PDF 1.4 file of one or more pages in Helvetica. `date` (YYYY-MM-DD) stands as its creation date, so that the same
 * words make the same bytes.
 */
export function pdfOf(document: { title: string; date: string; pages: readonly PdfPage[] }): Uint8Array {
  const { title, date, pages } = document;
  const firstPage = 6;
  const pageIds = pages.map((_, index) => firstPage + index * 2);
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${pdfString(title)} /CreationDate (${pdfDate(date)}) /Producer (Sandbox EMR) >>`,
    ...pages.flatMap((page, index) => {
      const content = contentOf(page, `${title} — page ${index + 1} of ${pages.length}`);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
          `/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return assemble(objects);
}

/** Numbers the objects and writes the table that says at which byte each begins. */
function assemble(objects: readonly string[]): Uint8Array {
  // Bytes above 127 in the second line mark the file as binary for programs that transfer it.
  let file = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  file +=
    `xref\n0 ${size}\n0000000000 65535 f \n${table}` +
    `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
