import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { liveCounts, liveDays, liveDaysForm, liveFetchFailed } from "#lib/resources/appointments/live-days";

/** POST /availability/fetch: a live refresh of the open and blocked times of some days from the EMR (interface 4.26). */
export const fetchAvailability = defineOperation({
  id: "availability:fetch",
  name: "Availability refresh",
  title: "Refresh open times",
  menuPlace: 33,
  menuGroup: "refresh",
  effect: "reads",
  summary: "Refresh open and blocked times live from the EMR",
  section: "4.26",
  method: "POST",
  path: "/availability/fetch",
  embed: "account",
  capability: "availability_fetch",
  input: liveDays,
  identifiers: z.object({}),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Availability fetch queued",
  form: liveDaysForm,
  retry: DEFAULT_RETRY,
  invalidates: ["appointments", "availability"],
  events: {
    completed: {
      type: "availability.live_fetch_completed",
      data: z.object({
        start_date: z.string(),
        end_date: z.string(),
        slot_ids: z.array(z.string()).describe("Ids here of the open and blocked times that are new or differed"),
        deleted_slot_ids: z.array(z.string()).describe("Former ids here of those that the EMR no longer has"),
        ...liveCounts,
      }),
    },
    failed: { type: "availability.live_fetch_failed", data: liveFetchFailed },
  },
});
