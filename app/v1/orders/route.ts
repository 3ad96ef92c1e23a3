import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptOrder } from "#lib/operations/create-order/accept";
import { createOrder } from "#lib/operations/create-order/definition";
import { listOrders } from "#lib/operations/create-order/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listOrders),
  POST: operation(createOrder, acceptOrder),
});
