import { FHIR_VISIT_STATUSES, unmappedStatuses, type VisitStatuses } from "#lib/emr/fhir/visit-statuses";

/** The statuses of FHIR as choices. */
export const FHIR_STATUSES = Object.entries(FHIR_VISIT_STATUSES).map(([id, name]) => ({ id, name }));

/** The mapping in which each code is FHIR's own. */
export const FHIR_OWN: VisitStatuses = Object.entries(FHIR_VISIT_STATUSES).map(([code, description]) => ({
  code,
  description,
  fhir_status: code as keyof typeof FHIR_VISIT_STATUSES,
}));

/** Returns the statuses of FHIR that no code stands for, in words; null if there is none. */
export function unmappedWords(mapped: VisitStatuses): string | null {
  const names = unmappedStatuses(mapped).map((status) => FHIR_VISIT_STATUSES[status]);
  if (names.length === 0) return null;
  return `Not mapped: ${names.join(", ")}. Visits with these show FHIR’s own code, and nobody can set them here.`;
}

/** Returns the statuses of FHIR for which several codes stand, in words; null if there is none. */
export function sharedWords(mapped: VisitStatuses): string | null {
  const groups = [...Map.groupBy(mapped, ({ fhir_status }) => fhir_status)].filter(
    ([status, { length }]) => length > 1 && status in FHIR_VISIT_STATUSES,
  );
  if (groups.length === 0) return null;
  const words = groups.map(
    ([status, all]) => `${all.map(({ code }) => code).join(" and ")} are ${FHIR_VISIT_STATUSES[status]} in FHIR`,
  );
  return `${words.join("; ")}. Which one was set here is kept with the visit; for others the first one is shown.`;
}
