/** A medical record number as people read it: those that do not say by themselves what they are get a prefix. */
export const mrnWords = (mrn: string): string => (/^mrn/i.test(mrn) ? mrn : `MRN ${mrn}`);
