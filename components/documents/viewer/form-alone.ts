import type { Pdf } from "./use-find.ts";

/** What the only page of such a form says to a program that cannot show it. */
const STAND_IN = /if this message is not eventually replaced/i;

interface Info {
  IsXFAPresent?: boolean;
  IsAcroFormPresent?: boolean;
}

/**
 * Returns whether a PDF is an XFA form without fields of a PDF: its pages exist once its program has run, and until then it has
 * one that asks to wait.
 */
export async function isFormAlone(pdf: Pdf): Promise<boolean> {
  const { IsXFAPresent = false, IsAcroFormPresent = false } = (await pdf.getMetadata()).info as Info;
  if (!IsXFAPresent) return false;
  if (!IsAcroFormPresent) return true;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  return STAND_IN.test(items.map((item) => ("str" in item ? item.str : "")).join(" "));
}
