import type { Accept } from "#lib/definitions/acceptance";
import type { searchOrderCatalog } from "./definition.ts";

/** Interface 4.4: the catalog is the EMR's alone, so nothing is left to check here. */
export const acceptOrderCatalogSearch: Accept<typeof searchOrderCatalog> = async () => ({
  identifiers: {},
  patientMrn: null,
});
