import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptDocument } from "#lib/resources/documents/create/accept";
import { createDocument } from "#lib/resources/documents/create/definition";
import { listDocuments } from "#lib/resources/documents/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listDocuments),
  POST: operation(createDocument, acceptDocument),
});
