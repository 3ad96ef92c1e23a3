/** Formats a medical record number for display: adds the prefix "MRN" unless the number already starts with it. */
export const mrnWords = (mrn: string): string => (/^mrn/i.test(mrn) ? mrn : `MRN ${mrn}`);
