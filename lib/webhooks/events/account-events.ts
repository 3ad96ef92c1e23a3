import { z } from "zod";

const syncData = z.object({
  linked_account_id: z.string(),
  kinds: z.array(z.string()).describe("Kinds of records"),
  reason: z.string(),
});

/** Events about a linked account that no job sends (decisions §12), with their samples. */
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
] as const;

export type AccountEventType = (typeof ACCOUNT_EVENTS)[number]["type"];
