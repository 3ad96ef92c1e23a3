import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptOrderCatalogSearch } from "#lib/resources/orders/search-catalog/accept";
import { searchOrderCatalog } from "#lib/resources/orders/search-catalog/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(searchOrderCatalog, acceptOrderCatalogSearch),
});
