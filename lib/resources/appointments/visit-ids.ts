import { z } from "zod";

/** The ids of a visit that a job changes, as its acceptance answers them. */
export const visitIds = z.object({
  appointment_id: z.string().describe("Id of the appointment here: a UUID without dashes"),
  emr_appointment_id: z
    .string()
    .optional()
    .describe("The EMR's id of the appointment; absent while its booking is unfinished"),
});

export type VisitIds = z.infer<typeof visitIds>;
