import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptPayment } from "#lib/resources/payments/create/accept";
import { createPayment } from "#lib/resources/payments/create/definition";
import { listPayments } from "#lib/resources/payments/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listPayments),
  POST: operation(createPayment, acceptPayment),
});
