import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listMessages } from "#lib/resources/messages/list";
import { acceptMessage } from "#lib/resources/messages/send/accept";
import { sendMessage } from "#lib/resources/messages/send/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listMessages),
  POST: operation(sendMessage, acceptMessage),
});
