import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { LINK_REASONS } from "./link-reasons.ts";
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

const linkData = z.object({
  linked_account_id: z.string(),
  access_token_reference_id: z.string(),
  emr_type: z.string(),
  reason: z.string().describe("In words"),
});

/** Describes an event of an account's link, with its sample (additions §5). */
const ofLink = <Type extends string>(type: Type, reason: string) => ({
  type,
  data: linkData,
  sample: {
    linked_account_id: "01900000000070008000000000000007",
    access_token_reference_id: "customer-12",
    emr_type: "fhir",
    reason,
  },
});

/**
 * Events about a linked account that no job sends (decisions §12), with their samples: `*.changed`, `sync.completed` and
 * `linked_account.*` go only where they are named.
 */
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
  ofLink("linked_account.created", LINK_REASONS.byPartner),
  ofLink("linked_account.login_required", LINK_REASONS.refused),
  ofLink("linked_account.restored", LINK_REASONS.repaired),
  ofLink("linked_account.unlinked", LINK_REASONS.ended),
  ...RECORD_EVENTS,
] as const;

export type AccountEventType = (typeof ACCOUNT_EVENTS)[number]["type"];
