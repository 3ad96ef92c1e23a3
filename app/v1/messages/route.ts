import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptMessage } from "#lib/operations/send-message/accept";
import { sendMessage } from "#lib/operations/send-message/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(sendMessage, acceptMessage) });
