import { createDayClosing } from "#lib/administration/day-closings/commands";
import { listDayClosings } from "#lib/administration/day-closings/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listDayClosings),
  POST: command(createDayClosing),
});
