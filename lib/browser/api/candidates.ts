import type { PatientCandidate } from "#lib/resources/patients/candidate";
import type { ApiFailure } from "./api-failure.ts";

/** Returns the patients who may be the one that a request creates; none for another failure. */
export const candidatesIn = ({ body }: ApiFailure): readonly PatientCandidate[] =>
  body && "candidates" in body && Array.isArray(body.candidates) ? body.candidates : [];
