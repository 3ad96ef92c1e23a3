import { and, eq, gte, like, lte, notLike, or, sql } from "drizzle-orm";
import { z } from "zod";
import { auditLog } from "#lib/db/schema";
import { contains, createdInOrder, moment, text } from "#lib/definitions/filters";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { auditEntryModel } from "./model.ts";

/** Pattern of the permissions that only read (decisions §2). */
const READS = "%:read";

/** GET /audit-log: entries of the whole organization, newest first (decisions §5). */
export const listAuditLog = defineList({
  path: "/audit-log",
  embed: "account",
  summary: "List the audit log of reads and changes, newest first",
  description:
    "Covers all linked accounts of the organization. Entries are added and never changed or removed. The entry of a read appears within a second. API clients do not have this permission.",
  permission: "audit-log:read",
  patientData: true,
  key: "audit_log",
  model: auditEntryModel,
  table: auditLog,
  scope: "organizationId",
  order: keyset("desc", auditLog.at, auditLog.id),
  filters: {
    actor: text.describe("Part of the actor's name, or the actor's id"),
    action: text.describe("The permission that was used or refused, such as an operation's id"),
    kind: z
      .enum(["changes", "reads"], { error: "must be one of changes, reads" })
      .optional()
      .describe("Only changes, or only reads, whether allowed or refused"),
    resource: text.describe("The record, by the variable part of the path"),
    patient_mrn: text,
    created_after: moment,
    created_before: moment.describe("On or after `created_after`"),
  },
  check: createdInOrder,
  where: ({ query }) =>
    and(
      query.actor
        ? or(sql`${auditLog.actor}->>'id' = ${query.actor}`, contains(sql`(${auditLog.actor}->>'name')`, query.actor))
        : undefined,
      query.kind === "changes" ? notLike(auditLog.action, READS) : undefined,
      query.kind === "reads" ? like(auditLog.action, READS) : undefined,
      query.action ? eq(auditLog.action, query.action) : undefined,
      query.resource ? eq(auditLog.resource, query.resource) : undefined,
      query.patient_mrn ? eq(auditLog.patientMrn, query.patient_mrn) : undefined,
      query.created_after ? gte(auditLog.at, new Date(query.created_after)) : undefined,
      query.created_before ? lte(auditLog.at, new Date(query.created_before)) : undefined,
    ),
  toModel: (row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    route: row.route,
    status: row.status,
    resource: row.resource,
    patient_mrn: row.patientMrn,
    patient_name: row.patientName,
    job_id: row.jobId,
    linked_account_id: row.linkedAccountId,
    detail: row.detail,
    address: row.address,
  }),
});
