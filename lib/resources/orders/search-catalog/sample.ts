import type { SampleOf } from "#lib/definitions/operation";
import type { searchOrderCatalog } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const searchOrderCatalogSample: SampleOf<typeof searchOrderCatalog> = {
  request: { type: "lab", query: "panel", page: 1, page_size: 25 },
  completed: {
    type: "lab",
    page: 1,
    has_more: false,
    items: [
      { item_id: "LAB-12", name: "Basic metabolic panel", billable: true },
      { item_id: "LAB-31", name: "Lipid panel", billable: true },
    ],
  },
  failed: { failure_reason: "The EMR is out of service" },
};
