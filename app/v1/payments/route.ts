import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptPayment } from "#lib/operations/create-payment/accept";
import { createPayment } from "#lib/operations/create-payment/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(createPayment, acceptPayment) });
