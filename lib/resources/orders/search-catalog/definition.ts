import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { orderCatalogPage, orderType } from "#lib/resources/orders/model";
import { orderTypeField } from "#lib/resources/orders/type-field";

const LAST_PAGE = 100_000;
const MAX_ITEMS = 100;

const wholeNumber = (most: number) => {
  const problem = `must be an integer from 1 to ${most}`;
  return z.int({ error: problem }).min(1, problem).max(most, problem).optional();
};

/** POST /orders/catalog/fetch: searches the orderable catalog (interface 4.4). */
export const searchOrderCatalog = defineOperation({
  id: "order-catalog:fetch",
  name: "Order catalog search",
  title: "Search order catalog",
  menuPlace: 100,
  menuGroup: "order",
  effect: "reads",
  place: "order-catalog",
  summary: "Search the EMR's catalog of orderable items",
  section: "4.4",
  method: "POST",
  path: "/orders/catalog/fetch",
  embed: "open",
  capability: "order_catalog",
  input: z.object({
    type: orderType,
    query: z
      .string({ error: "must be a string" })
      .trim()
      .max(200, "must have at most 200 characters")
      .optional()
      .describe("Matches anywhere in the name, ignoring case; if omitted, the whole catalog, page by page"),
    page: wholeNumber(LAST_PAGE).describe("1-based; default 1"),
    page_size: wholeNumber(MAX_ITEMS).describe(`Default 25, at most ${MAX_ITEMS}`),
  }),
  identifiers: z.object({}),
  jobId: { field: "job_id", type: "string" },
  saysQueued: true,
  callbacks: "added",
  acceptedMessage: "Order catalog search queued",
  resultView: "catalog",
  form: {
    type: orderTypeField,
    query: { label: "Name", widget: "text", help: "Any part of it. Left empty: the whole catalog." },
    page: { label: "Page", widget: "number", hidden: true },
    page_size: { label: "Items per page", widget: "number", hidden: true },
  },
  retry: DEFAULT_RETRY,
  invalidates: ["orders-catalog"],
  events: {
    completed: {
      type: "order_catalog.searched",
      data: orderCatalogPage,
    },
    failed: { type: "order_catalog.search_failed", data: z.object({ failure_reason: z.string() }) },
  },
});
