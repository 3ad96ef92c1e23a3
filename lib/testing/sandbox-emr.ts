import { connectEmr } from "#lib/emr/connect";
import type { EmrCalls } from "#lib/emr/port/calls";
import type { EmrConnection } from "#lib/emr/port/port";

/** Any number of calls. */
export const UNLIMITED: EmrCalls = {
  take: async () => undefined,
  learn: async () => undefined,
  contradict: async () => undefined,
  withPermit: (call) => call(),
};

/** Returns a connection to a simulated practice, which has the id of its linked account. */
export const sandboxEmr = (practiceId: string, emrType = "sandbox"): EmrConnection =>
  connectEmr(
    {
      id: practiceId,
      organizationId: practiceId,
      name: "Test account",
      emrType,
      timezone: "America/New_York",
      connection: null,
    },
    UNLIMITED,
  );
