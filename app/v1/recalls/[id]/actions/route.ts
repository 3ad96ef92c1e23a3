import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptRecallAction } from "#lib/resources/recalls/act/accept";
import { createRecallAction } from "#lib/resources/recalls/act/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(createRecallAction, acceptRecallAction),
});
