import { z } from "zod";
import { jobStatus } from "#lib/job-record/model";
import { dayText, momentText } from "#lib/kernel/date-texts";

/** The fields of every record written through this interface (decisions §5). */
export const written = {
  job_id: z.number().int().describe("The job that writes the record"),
  status: jobStatus.describe("Status of that job"),
  created_at: momentText.describe("ISO 8601"),
};

export const day = dayText.describe("YYYY-MM-DD");
export const emrId = z.string().nullable().describe("The EMR's id; null until the EMR has created the record");
