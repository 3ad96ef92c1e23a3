/** What scanners send before a code: the symbology identifier of ISO/IEC 15424, such as "]C1", and control characters. */
const BEFORE = /^[\p{Cc}\s]*(?:\][A-Za-z][0-9A-Za-z])?/u;
/** What a label prints before a record number. */
const LABEL = /^mrn\s*[:#=]\s*/i;

/** Returns a scanned text without the marks that a Code 39 barcode begins and ends with, which some scanners send. */
export const withoutBarcodeMarks = (text: string): string => text.replace(/^\*([^*]+)\*$/, "$1");

/** Returns the text of a scanned code, without what the scanner or the label puts around it; typed text stays as it is. */
export const scannedText = (text: string): string =>
  withoutBarcodeMarks(
    text
      .replace(BEFORE, "")
      .replaceAll(/\p{Cc}+/gu, " ")
      .trim(),
  ).replace(LABEL, "");
