import { writtenList } from "#lib/resources/written/list";
import { writtenService } from "./record.ts";
import { service } from "./table.ts";

/** GET /services. */
export const listServices = writtenList({
  path: "/services",
  embed: { narrows: "patient_mrn" },
  summary: "List the services created through this interface, newest first",
  permission: "services:read",
  key: "services",
  model: writtenService,
  table: service,
  idField: "service_id",
});
