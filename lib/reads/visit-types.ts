import { visitType } from "#lib/db/schema";
import { visitTypeModel } from "#lib/models/practice-lists";
import { keyset } from "./keyset.ts";
import { defineList } from "./list.ts";

/** GET /visit-types: by name. */
export const listVisitTypes = defineList({
  path: "/visit-types",
  summary: "List the practice's visit types",
  permission: "visit-types:read",
  patientData: false,
  key: "visit_types",
  model: visitTypeModel,
  table: visitType,
  order: keyset("asc", visitType.name, visitType.id),
  toModel: ({ id, name, duration }) => ({ id, name, duration }),
});
