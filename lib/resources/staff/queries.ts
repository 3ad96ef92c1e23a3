import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { staffModel } from "#lib/resources/settings/practice-lists";
import { staff } from "./table.ts";

/** GET /staff: by name; requests refer to a staff member by `ehr_id`. */
export const listStaff = defineList({
  path: "/staff",
  embed: "open",
  summary: "List the practice's staff",
  permission: "staff:read",
  patientData: false,
  key: "staff",
  model: staffModel,
  table: staff,
  synced: true,
  order: keyset("asc", staff.lastName, staff.firstName, staff.id),
  toModel: (row) => ({
    id: row.id,
    ehr_id: row.ehrId,
    first_name: row.firstName,
    last_name: row.lastName,
    role: row.role,
    email: row.email,
    set_aside: row.setAside,
  }),
});
