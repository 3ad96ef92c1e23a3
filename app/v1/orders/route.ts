import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { acceptOrder } from "#lib/resources/orders/create/accept";
import { createOrder } from "#lib/resources/orders/create/definition";
import { listOrders } from "#lib/resources/orders/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listOrders),
  POST: operation(createOrder, acceptOrder),
});
