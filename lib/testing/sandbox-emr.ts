import { connectEmr } from "#lib/emr/connect";
import type { EmrConnection } from "#lib/emr/port/port";

/** Returns a connection to a simulated practice, which has the id of its linked account. */
export const sandboxEmr = (practiceId: string, emrType = "sandbox"): EmrConnection =>
  connectEmr({
    id: practiceId,
    organizationId: practiceId,
    name: "Test account",
    emrType,
    timezone: "America/New_York",
    connection: null,
  });
