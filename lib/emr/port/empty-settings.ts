import type { EmrSettings } from "./records.ts";

/** The lists of the settings of an EMR that has none. */
export const NO_LISTS = {
  paymentMethods: [],
  noteCategories: [],
  referralStatuses: [],
  specialties: [],
  taskTypes: [],
  taskDetails: [],
  phoneCallTypes: [],
  staffGroups: [],
  recallActions: [],
  recallClosingActions: [],
  teams: [],
  insuranceCompanies: [],
  pharmacies: [],
} satisfies Partial<EmrSettings>;
