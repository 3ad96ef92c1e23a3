import type { Accept } from "#lib/definitions/acceptance";
import type { searchOrderCatalog } from "./definition.ts";

/** Only the EMR has the catalog, so there is nothing to check at acceptance (interface 4.4). */
export const acceptOrderCatalogSearch: Accept<typeof searchOrderCatalog> = async () => ({
  identifiers: {},
  patientMrn: null,
});
