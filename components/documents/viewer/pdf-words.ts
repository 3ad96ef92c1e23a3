/** The texts of the viewers of PDFs and TIFFs, which load with them. */
export const words = {
  protectedByPassword: "It is protected by a password.",
  protectedByCertificate: "It is protected in a way that can't be opened here.",
  formOfItsOwn: "It is a form (XFA) that shows itself in Adobe Acrobat or Reader alone.",
  damagedTiff: "The file is damaged, or its pictures are of a kind that can't be drawn here.",
  pagesNotDrawn: (pages: readonly number[], all: number) =>
    `${pages.length} of ${all} pages can't be drawn (${pages.length === 1 ? "page" : "pages"} ${pages.join(", ")}): download the file to see what another program makes of it.`,
  damagedPdf: "The file is damaged, or not a PDF.",
  pageNotDrawn: "This page can't be drawn.",
  pageNotPrinted: "A page of it can't be drawn for printing.",
} as const;
