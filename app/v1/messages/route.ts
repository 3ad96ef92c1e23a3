import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { listMessages } from "#lib/resources/messages/list";
import { acceptMessage } from "#lib/resources/messages/send/accept";
import { sendMessage } from "#lib/resources/messages/send/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listMessages),
  POST: operation(sendMessage, acceptMessage),
});
