import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { type LocationModel, locationModel } from "./model.ts";
import { location } from "./table.ts";

/** Returns a stored location as the interface has it. */
export const toLocation = (row: typeof location.$inferSelect): LocationModel => ({
  id: row.id,
  emr_id: row.emrId,
  name: row.name,
  address_street: row.addressStreet,
  address_city: row.addressCity,
  address_state: row.addressState,
  address_zip: row.addressZip,
  phone: row.phone,
  set_aside: row.setAside,
});

/** GET /locations: the practice's locations, ordered by their EMR id. */
export const listLocations = defineList({
  path: "/locations",
  embed: "offered",
  summary: "List the locations of the practice",
  permission: "locations:read",
  patientData: false,
  key: "locations",
  model: locationModel,
  table: location,
  synced: true,
  order: keyset("asc", location.emrId),
  toModel: toLocation,
});
