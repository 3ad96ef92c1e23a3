import { addPicture, printApart } from "./print-apart.ts";
import type { Pdf } from "./use-find.ts";

/** Dots per inch of a printed page; a PDF's own measure is 72 to the inch. */
const DOTS = 150;

async function pictureOf(pdf: Pdf, page: number): Promise<Blob> {
  const drawn = await pdf.getPage(page);
  const viewport = drawn.getViewport({ scale: DOTS / 72 });
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await drawn.render({ canvas, viewport, intent: "print" }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!picture) throw new Error(`Page ${page} is too large to be printed`);
  return picture;
}

/** Opens the browser's printing dialog with every page of a PDF. Rejects where a page can't be drawn. */
export const printPdf = (pdf: Pdf): Promise<void> =>
  printApart(async (sheet) => {
    for (let page = 1; page <= pdf.numPages; page += 1) await addPicture(sheet, await pictureOf(pdf, page));
  });
