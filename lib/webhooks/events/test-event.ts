import { z } from "zod";
import { TEST_EVENT } from "./types.ts";

/** The event of an endpoint's test, with its sample. It has no job. */
export const testEvent = {
  type: TEST_EVENT,
  data: z
    .record(z.string(), z.unknown())
    .describe("What its sender gave; by default `webhook_endpoint_id`, the endpoint's id"),
  sample: { webhook_endpoint_id: "01900000000070008000000000000009" },
};
