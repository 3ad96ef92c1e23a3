import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { createShiftNote } from "#lib/shift-notes/commands";
import { listShiftNotes } from "#lib/shift-notes/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listShiftNotes),
  POST: command(createShiftNote),
});
