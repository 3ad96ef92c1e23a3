import { and, eq, exists, inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { commaList } from "#lib/definitions/comma-list";
import type { QueryLimit } from "#lib/definitions/embed-limit";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed } from "#lib/definitions/list";
import { ofPresentOrigin } from "#lib/definitions/present-origin";
import type { QueryDefinition } from "#lib/definitions/query";
import { isOfPatient } from "#lib/definitions/survivors";
import { JOB_STATUSES, type JobStatus } from "#lib/job-record/model";
import type { ReadPermission } from "#lib/security/permissions";
import { written } from "./model.ts";

type WrittenTable = PgTable & { id: PgColumn; linkedAccountId: PgColumn; jobId: PgColumn; patientMrn?: PgColumn };
type Written<Table extends WrittenTable> = Listed<Table> & { jobId: number; createdAt: Date };

interface WrittenListDefinition<Table extends WrittenTable, Model extends z.ZodObject> {
  path: string;
  summary: string;
  permission: ReadPermission;
  embed: QueryLimit<Table extends { patientMrn: PgColumn } ? "patient_mrn" : never, never>;
  key: string;
  model: Model;
  table: Table;
  /** The name of the record's id: `payment_id`. */
  idField: keyof z.infer<Model> & string;
  /** Conversions of fields whose columns have another type. */
  convert?: { [Field in keyof z.infer<Model>]?: (stored: unknown) => z.infer<Model>[Field] };
}

/** The fields that are not columns of the record. */
const ADDED = new Set(["patient_name", ...Object.keys(written)]);

const columnOf = (field: string) => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function statusesOf(tx: Transaction, jobIds: number[]): Promise<Map<number, JobStatus>> {
  const jobs = await tx.select({ id: job.id, status: job.status }).from(job).where(inArray(job.id, jobIds));
  return new Map(jobs.map(({ id, status }) => [id, status]));
}

const jobId = z
  .string({ error: "must be a job id" })
  .regex(/^[1-9]\d{0,14}$/, "must be a job id")
  .transform(Number);

const text = z.string().max(200, "must have at most 200 characters").optional();

/**
 * Defines a list of records written through this interface, newest first, with the status of each record's job
 * (decisions §5). Each field of the model is read from the column of the same name.
 */
export function writtenList<Table extends WrittenTable, Model extends z.ZodObject>(
  definition: WrittenListDefinition<Table, Model>,
): QueryDefinition {
  const { table, idField, convert = {}, ...rest } = definition;
  const fields = Object.keys(definition.model.shape).filter((field) => !ADDED.has(field));
  const fieldOf = (row: Record<string, unknown>, field: string) => {
    const stored = row[field === idField ? "id" : columnOf(field)];
    return (convert as Record<string, (stored: unknown) => unknown>)[field]?.(stored) ?? stored;
  };
  const { patientMrn } = table as WrittenTable;
  // Records that were written to an EMR to which the account no longer leads are found by their jobs alone.
  const hasJob = (tx: Transaction, statuses: JobStatus[] | undefined): SQL => {
    const own = and(eq(job.id, (table as WrittenTable).jobId), ofPresentOrigin(job));
    const wanted = statuses && inArray(job.status, statuses);
    return exists(tx.select({ id: job.id }).from(job).where(and(own, wanted)));
  };
  return defineList({
    ...rest,
    table,
    patientData: true,
    order: keyset("desc", (table as WrittenTable).id),
    filters: {
      ...(patientMrn ? { patient_mrn: text } : {}),
      job_id: jobId.optional().describe("Of this job"),
      status: commaList(JOB_STATUSES).optional().describe("Of the jobs"),
    },
    where: ({ tx, query, linkedAccountId }) => {
      const { patient_mrn, job_id, status } = query as { patient_mrn?: string; job_id?: number; status?: JobStatus[] };
      return and(
        job_id === undefined ? undefined : eq((table as WrittenTable).jobId, job_id),
        patientMrn && patient_mrn ? isOfPatient(patientMrn, linkedAccountId, patient_mrn) : undefined,
        hasJob(tx, status),
      );
    },
    async toModels(rows, { tx }) {
      const stored = rows as Written<Table>[];
      const statuses = await statusesOf(
        tx,
        stored.map(({ jobId }) => jobId),
      );
      return stored.map((row) => ({
        ...Object.fromEntries(fields.map((field) => [field, fieldOf(row, field)])),
        ...("patientName" in row ? { patient_name: row.patientName } : {}),
        job_id: row.jobId,
        status: statuses.get(row.jobId) ?? "queued",
        created_at: row.createdAt.toISOString(),
      })) as z.infer<Model>[];
    },
  });
}
