const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** Returns resources as an answer to a query (RFC 7644 section 3.4.2): all there are, or a page of them. */
export const listResponse = (
  resources: readonly object[],
  { total = resources.length, startIndex = 1 }: { total?: number; startIndex?: number } = {},
) => ({ schemas: [LIST], totalResults: total, startIndex, itemsPerPage: resources.length, Resources: resources });
