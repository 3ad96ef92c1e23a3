import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptOrder } from "#lib/resources/orders/create/accept";
import { createOrder } from "#lib/resources/orders/create/definition";
import { listOrders } from "#lib/resources/orders/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listOrders),
  POST: operation(createOrder, acceptOrder),
});
