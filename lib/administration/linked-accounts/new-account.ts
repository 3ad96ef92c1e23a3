import { z } from "zod";
import { CONNECTIONS, EMR_TYPES } from "#lib/emr/connections";
import { requiredText } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";
import { isTimeZone } from "#lib/kernel/time-zone";
import { connectionField, connectionFits } from "./connection-field.ts";

export const ZONE_PROBLEM = "must be an IANA time zone, such as America/New_York";

/** A linked account's name. */
export const accountName = oneLineName(100);
const timezone = requiredText(64).refine(isTimeZone, ZONE_PROBLEM);
const emr = {
  emr_type: z.enum(EMR_TYPES, { error: `must be one of ${EMR_TYPES.join(", ")}` }),
  connection: connectionField.describe(
    `Required for ${EMR_TYPES.filter((type) => CONNECTIONS[type] !== null).join(", ")}; other types have none`,
  ),
};

/** Most minutes between two readings: a day, which the nightly sync ends. */
const MOST_MINUTES = 1_440;
const minutesProblem = `must be a whole number of minutes from 0 to ${MOST_MINUTES}`;

/** How often what changed in the EMR is read between two nightly syncs. */
export const syncIntervalMinutes = z
  .int({ error: minutesProblem })
  .min(0, minutesProblem)
  .max(MOST_MINUTES, minutesProblem)
  .describe("Minutes between two readings of what changed in the EMR; 0: the nightly sync alone");

/** An admin's consent to probes that write. */
export const writeProbes = z
  .boolean({ error: "must be true or false" })
  .describe("Also tries writes, on records of its own that it removes; what it could not remove is listed");

/** The id of a probe whose findings a link takes over. */
export const probeId = requiredText(100).describe(
  "Id of your own probe of exactly this connection within the last 15 minutes, which is then not probed again; it stands for one linked account",
);

/** The body of POST /linked-accounts. */
export const newAccountInput = z
  .object({
    name: accountName,
    ...emr,
    timezone,
    write_probes: writeProbes.default(false),
    probe_id: probeId.optional(),
  })
  .check(connectionFits);

export type NewAccountInput = z.infer<typeof newAccountInput>;

/** The body of POST /linked-accounts/probe: that of POST /linked-accounts, of which the connection is used alone. */
export const probeInput = z
  .object({
    name: accountName.optional(),
    ...emr,
    timezone: timezone.optional(),
    write_probes: writeProbes.default(false),
  })
  .check(connectionFits);

/** The interval of a linked account's readings, for forms. */
export const syncIntervalInput = z.object({ sync_interval_minutes: syncIntervalMinutes });

/** A linked account's name, for forms. */
export const accountNameInput = z.object({ name: accountName });
