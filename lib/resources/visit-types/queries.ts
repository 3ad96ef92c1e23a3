import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { visitTypeModel } from "#lib/resources/settings/practice-lists";
import { ofOfferedTypes } from "./offered-types.ts";
import { visitType } from "./table.ts";

/** GET /visit-types: by name. */
export const listVisitTypes = defineList({
  path: "/visit-types",
  embed: "offered",
  summary: "List the practice's visit types",
  permission: "visit-types:read",
  patientData: false,
  key: "visit_types",
  model: visitTypeModel,
  table: visitType,
  synced: true,
  order: keyset("asc", visitType.name, visitType.id),
  where: ({ embed }) => ofOfferedTypes(embed?.offer),
  toModel: ({ id, name, duration, setAside }) => ({ id, name, duration, set_aside: setAside }),
});
