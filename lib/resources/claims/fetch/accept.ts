import type { Accept } from "#lib/definitions/acceptance";
import type { fetchClaims } from "./definition.ts";

/** Only the EMR knows the requested claims, so there is nothing to check at acceptance (interface 4.1). */
export const acceptClaimsFetch: Accept<typeof fetchClaims> = async () => ({ identifiers: {}, patientMrn: null });
