import { z } from "zod";
import { jobStatus } from "#lib/jobs/record/model";

/** What every record that was written through this interface says (decisions §5). */
export const written = {
  job_id: z.number().int().describe("The job that writes it"),
  status: jobStatus.describe("Of that job"),
  created_at: z.string().describe("ISO 8601"),
};

export const day = z.string().describe("YYYY-MM-DD");
export const emrId = z.string().nullable().describe("The EMR's id; null until it is there");
