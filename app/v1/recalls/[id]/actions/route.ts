import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptRecallAction } from "#lib/operations/create-recall-action/accept";
import { createRecallAction } from "#lib/operations/create-recall-action/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(createRecallAction, acceptRecallAction),
});
