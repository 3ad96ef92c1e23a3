import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptPatientNote } from "#lib/resources/patient-notes/create/accept";
import { createPatientNote } from "#lib/resources/patient-notes/create/definition";
import { listPatientNotes } from "#lib/resources/patient-notes/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listPatientNotes),
  POST: operation(createPatientNote, acceptPatientNote),
});
