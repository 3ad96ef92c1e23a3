import { z } from "zod";
import { DEFAULT_RETRY, defineOperation } from "#lib/definitions/operation";
import { liveCounts, liveDays, liveDaysForm, liveFetchFailed } from "#lib/resources/appointments/live-days";

/** POST /appointments/fetch: a live refresh of the visits of some days from the EMR (interface 4.24). */
export const fetchAppointments = defineOperation({
  id: "appointments:fetch",
  name: "Appointments refresh",
  title: "Refresh appointments",
  menuPlace: 31,
  menuGroup: "refresh",
  effect: "reads",
  place: "visits-read-again",
  summary: "Refresh appointments live from the EMR",
  section: "4.24",
  method: "POST",
  path: "/appointments/fetch",
  embed: "account",
  capability: "appointments_fetch",
  input: liveDays,
  identifiers: z.object({}),
  jobId: { field: "job_id", type: "integer" },
  callbacks: "added",
  acceptedMessage: "Appointments fetch queued",
  form: liveDaysForm,
  retry: DEFAULT_RETRY,
  invalidates: ["appointments", "patients"],
  events: {
    completed: {
      type: "appointment.live_fetch_completed",
      data: z.object({
        start_date: z.string(),
        end_date: z.string(),
        appointment_ids: z.array(z.string()).describe("Ids here of the appointments that are new or differed"),
        deleted_appointment_ids: z.array(z.string()).describe("Former ids here of those that the EMR no longer has"),
        ...liveCounts,
      }),
    },
    failed: { type: "appointment.live_fetch_failed", data: liveFetchFailed },
  },
});
