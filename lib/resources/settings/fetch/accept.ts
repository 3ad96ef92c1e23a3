import type { Accept } from "#lib/definitions/acceptance";
import type { fetchOrgSettings } from "./definition.ts";

export const acceptOrgSettingsFetch: Accept<typeof fetchOrgSettings> = async () => ({
  identifiers: {},
  patientMrn: null,
});
