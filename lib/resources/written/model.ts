import { z } from "zod";
import { jobStatus } from "#lib/job-record/model";

/** The fields of every record written through this interface (decisions §5). */
export const written = {
  job_id: z.number().int().describe("The job that writes the record"),
  status: jobStatus.describe("Status of that job"),
  created_at: z.string().describe("ISO 8601"),
};

export const day = z.string().describe("YYYY-MM-DD");
export const emrId = z.string().nullable().describe("The EMR's id; null until the EMR has created the record");
