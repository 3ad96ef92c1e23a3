import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptOrder } from "#lib/operations/create-order/accept";
import { createOrder } from "#lib/operations/create-order/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(createOrder, acceptOrder) });
