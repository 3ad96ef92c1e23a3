import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptVisitNote } from "#lib/resources/visit-notes/create/accept";
import { createVisitNote } from "#lib/resources/visit-notes/create/definition";
import { listVisitNotes } from "#lib/resources/visit-notes/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listVisitNotes),
  POST: operation(createVisitNote, acceptVisitNote),
});
