import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptPatientNote } from "#lib/operations/create-patient-note/accept";
import { createPatientNote } from "#lib/operations/create-patient-note/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(createPatientNote, acceptPatientNote),
});
