import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed, recordColumns } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { isOfPatient } from "#lib/definitions/survivors";
import { badRequest, notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { document } from "#lib/resources/documents/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import { type ReferralModel, referralModel } from "./model.ts";
import { referral } from "./table.ts";

type Row = Listed<typeof referral>;

/** The parts of other records that a referral shows. */
interface Related {
  documentIds: string[];
  /** Null without a referring provider. */
  referringProvider: string | null;
}

const toModel = (row: Row, { documentIds, referringProvider }: Related): ReferralModel => ({
  id: row.id,
  ehr_id: row.ehrId,
  patient_mrn: row.patientMrn,
  patient_name: row.patientName,
  direction: row.direction,
  status: row.status,
  priority: row.priority,
  reason: row.reason,
  notes: row.notes,
  prior_authorization_code: row.priorAuthorizationCode,
  specialty: row.specialty,
  location_id: row.locationId,
  start_date: row.startDate,
  end_date: row.endDate,
  visits_allowed: row.visitsAllowed,
  assigned_to_id: row.assignedToId,
  referring_provider_id: row.referringProviderId,
  referring_provider_name: referringProvider,
  document_ids: documentIds,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  set_aside: row.setAside,
});

/** Returns the names of referring providers by their ids; inactive ones have referred, too. */
async function referringNames(tx: Transaction, linkedAccountId: string, rows: Row[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ referringProviderId: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: referringProvider.id, first: referringProvider.firstName, last: referringProvider.lastName })
    .from(referringProvider)
    .where(and(eq(referringProvider.linkedAccountId, linkedAccountId), inArray(referringProvider.id, ids)));
  return new Map(found.map(({ id, first, last }) => [id, `${first} ${last}`.trim()]));
}

/** Maps rows to referrals with the ids of their documents and the names of their referring providers. */
export async function withRelated(tx: Transaction, linkedAccountId: string, rows: Row[]): Promise<ReferralModel[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [documents, names] = await Promise.all([
    tx
      .select({ id: document.id, referralId: document.referralId })
      .from(document)
      .where(and(eq(document.linkedAccountId, linkedAccountId), inArray(document.referralId, ids)))
      .orderBy(asc(document.createdAt), asc(document.id)),
    referringNames(tx, linkedAccountId, rows),
  ]);
  const documentsOf = Map.groupBy(documents, ({ referralId }) => referralId);
  return rows.map((row) =>
    toModel(row, {
      documentIds: (documentsOf.get(row.id) ?? []).map(({ id }) => id),
      referringProvider: names.get(row.referringProviderId ?? "") ?? null,
    }),
  );
}

const common = { permission: "referrals:read", patientData: true } as const;
const text = z.string().max(200, "must have at most 200 characters").optional();
const withoutSpacing = (label: string) => label.toLowerCase().replaceAll(/\s/g, "");

/** GET /referrals: newest first (decisions §5). */
export const listReferrals = defineList({
  ...common,
  path: "/referrals",
  embed: { narrows: "patient_mrn" },
  summary: "List referrals, newest first",
  key: "referrals",
  model: referralModel,
  table: referral,
  synced: true,
  madeOf: [document, referringProvider],
  order: keyset("desc", referral.createdAt, referral.id),
  sortable: { created_at: referral.createdAt, updated_at: referral.updatedAt, direction: referral.direction },
  filters: {
    status: text.describe("A label of the EMR's own list, whatever its case and spacing"),
    patient_mrn: text,
    direction: z.enum(["incoming", "outgoing"], { error: "must be one of incoming, outgoing" }).optional(),
  },
  where: ({ query, linkedAccountId }) =>
    and(
      query.status
        ? sql`regexp_replace(lower(${referral.status}), '[[:space:]]', '', 'g') = ${withoutSpacing(query.status)}`
        : undefined,
      query.patient_mrn ? isOfPatient(referral.patientMrn, linkedAccountId, query.patient_mrn) : undefined,
      query.direction ? eq(referral.direction, query.direction) : undefined,
    ),
  toModels: (rows, { tx, linkedAccountId }) => withRelated(tx, linkedAccountId, rows),
});

/** GET /referrals/{id}: the id with or without dashes; 400 for a malformed one (decisions §11). */
export const getReferral = defineQuery({
  ...common,
  path: "/referrals/{id}",
  embed: { answer: "referral" },
  summary: "One referral",
  query: noQuery,
  reads: [referral, patient, document, referringProvider],
  body: z.object({ referral: referralModel }),
  async read({ tx, linkedAccountId, params }) {
    const id = parseId(params.id ?? "");
    if (!id) throw badRequest("Invalid referral id: must be a valid UUID");
    const rows = await tx
      .select(recordColumns(referral))
      .from(referral)
      .where(and(eq(referral.linkedAccountId, linkedAccountId), eq(referral.id, id)));
    const [found] = await withRelated(tx, linkedAccountId, rows);
    if (!found) throw notFound("Referral");
    return { referral: found };
  },
});
