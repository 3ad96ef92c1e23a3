import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listOrderCatalog } from "#lib/reads/order-catalog";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listOrderCatalog) });
