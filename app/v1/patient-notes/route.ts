import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptPatientNote } from "#lib/operations/create-patient-note/accept";
import { createPatientNote } from "#lib/operations/create-patient-note/definition";
import { listPatientNotes } from "#lib/operations/create-patient-note/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listPatientNotes),
  POST: operation(createPatientNote, acceptPatientNote),
});
