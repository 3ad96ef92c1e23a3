import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptPayment } from "#lib/operations/create-payment/accept";
import { createPayment } from "#lib/operations/create-payment/definition";
import { listPayments } from "#lib/operations/create-payment/list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listPayments),
  POST: operation(createPayment, acceptPayment),
});
