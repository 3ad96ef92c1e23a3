import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listOrderCatalog } from "#lib/resources/orders/catalog-queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listOrderCatalog) });
