import { service } from "#lib/db/schema";
import { writtenList } from "#lib/resources/written/list";
import { writtenService } from "./record.ts";

/** GET /services. */
export const listServices = writtenList({
  path: "/services",
  summary: "List the services created through this interface, newest first",
  permission: "services:read",
  key: "services",
  model: writtenService,
  table: service,
  idField: "service_id",
});
