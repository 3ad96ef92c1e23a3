import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { RECORD_EVENTS } from "./record-events.ts";

const syncData = z.object({
  linked_account_id: z.string(),
  kinds: z.array(z.string()).describe("Kinds of records"),
  reason: z.string(),
});

const completedData = z.object({
  linked_account_id: z.string(),
  kinds: z.array(z.string()).describe("Kinds of records that were read for the first time"),
  rows: z.number().int().describe("Records of these kinds"),
});

const failingData = z.object({
  linked_account_id: z.string(),
  endpoint_id: z.string(),
  owner: z.string().nullable().describe("The partner's own id of the endpoint's owner; null without one"),
  failing_since: momentText.describe("ISO 8601"),
  disables_at: momentText.describe(
    "ISO 8601. A failure from then on disables the endpoint, unless a delivery succeeds before",
  ),
});

/** Events about a linked account that no job sends (decisions §12), with their samples: `*.changed` and `sync.completed` go only where they are named. */
export const ACCOUNT_EVENTS = [
  {
    type: "sync.degraded",
    data: syncData,
    sample: {
      linked_account_id: "01900000000070008000000000000007",
      kinds: ["appointments", "claims"],
      reason: "The EMR is out of service",
    },
  },
  {
    type: "sync.recovered",
    data: syncData,
    sample: {
      linked_account_id: "01900000000070008000000000000007",
      kinds: ["appointments", "claims"],
      reason: "The EMR's records were read again",
    },
  },
  {
    type: "sync.completed",
    data: completedData,
    sample: {
      linked_account_id: "01900000000070008000000000000007",
      kinds: ["patients", "appointments"],
      rows: 1432,
    },
  },
  {
    type: "webhook_endpoint.failing",
    data: failingData,
    sample: {
      linked_account_id: "01900000000070008000000000000007",
      endpoint_id: "01900000000070008000000000000008",
      owner: "practice-17",
      failing_since: "2026-02-26T15:04:12.000Z",
      disables_at: "2026-03-03T15:04:12.000Z",
    },
  },
  ...RECORD_EVENTS,
] as const;

export type AccountEventType = (typeof ACCOUNT_EVENTS)[number]["type"];
