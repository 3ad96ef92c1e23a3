import type { FieldValues } from "react-hook-form";
import type { FieldTexts } from "#lib/browser/forms/field-text";
import { words } from "./link-words.ts";

/** The texts of the fields for the meaning of an EMR's records. */
export const RECORD_TEXTS: FieldTexts = {
  mrn_system: { label: words.mrnIs, required: true },
  visit_statuses: { label: words.visitStatuses, required: true },
};

/** Their values until an admin has stated anything. */
export const UNTOUCHED_RECORDS: FieldValues = { mrn_system: "", visit_statuses: [] };
