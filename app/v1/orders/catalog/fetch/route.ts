import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptOrderCatalogSearch } from "#lib/operations/search-order-catalog/accept";
import { searchOrderCatalog } from "#lib/operations/search-order-catalog/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(searchOrderCatalog, acceptOrderCatalogSearch),
});
