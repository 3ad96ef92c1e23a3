import type { Accept } from "#lib/definitions/acceptance";
import type { fetchOrgSettings } from "./definition.ts";

/** The request has no fields, so there is nothing to check at acceptance. */
export const acceptOrgSettingsFetch: Accept<typeof fetchOrgSettings> = async () => ({
  identifiers: {},
  patientMrn: null,
});
