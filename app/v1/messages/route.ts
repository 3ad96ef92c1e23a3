import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptMessage } from "#lib/operations/send-message/accept";
import { sendMessage } from "#lib/operations/send-message/definition";
import { listMessages } from "#lib/operations/send-message/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listMessages),
  POST: operation(sendMessage, acceptMessage),
});
