import type { Accept } from "#lib/definitions/acceptance";
import type { fetchClaims } from "./definition.ts";

/** Interface 4.1: what is asked for is known to the EMR alone, so nothing is left to check here. */
export const acceptClaimsFetch: Accept<typeof fetchClaims> = async () => ({ identifiers: {}, patientMrn: null });
