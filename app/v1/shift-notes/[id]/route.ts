import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { deleteShiftNote } from "#lib/shift-notes/commands";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: command(deleteShiftNote),
});
