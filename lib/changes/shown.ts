import { and, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { recordColumns } from "#lib/definitions/list";
import { shownVisits } from "#lib/resources/appointments/queries";
import { toDocument } from "#lib/resources/documents/queries";
import { document } from "#lib/resources/documents/table";
import { toLocation } from "#lib/resources/locations/queries";
import { location } from "#lib/resources/locations/table";
import { toModel as toPatient } from "#lib/resources/patients/queries";
import { toProvider } from "#lib/resources/providers/queries";
import { provider } from "#lib/resources/providers/table";
import { toRecall } from "#lib/resources/recalls/queries";
import { recall } from "#lib/resources/recalls/table";
import { withRelated } from "#lib/resources/referrals/queries";
import { referral } from "#lib/resources/referrals/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import type { ChangeKind } from "./kinds.ts";

/** A record as its read shows it. */
export interface RecordAsShown {
  ehrId: string | null;
  patientMrn: string | null;
  /** Null for a row that no list shows, such as a patient who was merged into another one. */
  record: Record<string, unknown> | null;
  /** What belongs to the record and its read shows only if asked for, by its field. */
  apart?: Record<string, unknown>;
  /** By which other records find it, and what they show of it. */
  seenBy?: { keys: readonly string[]; part: string };
}

type Select = (tx: Transaction, account: string, ids: readonly string[]) => Promise<Map<string, RecordAsShown>>;

const among = (table: { id: PgColumn; linkedAccountId: PgColumn }, account: string, ids: readonly string[]) =>
  and(eq(table.linkedAccountId, account), sql`${table.id} = ANY (${sql.param([...ids])}::uuid[])`);

/** Returns a record of something by its id. */
const byId = <Row extends { id: string }>(rows: readonly Row[], shownOf: (row: Row) => RecordAsShown) =>
  new Map(rows.map((row) => [row.id, shownOf(row)]));

const part = (...values: unknown[]): string => JSON.stringify(values);

/** Referring providers have no feed of their own: referrals show their names. */
export const referringProviders: Select = async (tx, account, ids) => {
  const rows = await tx
    .select()
    .from(referringProvider)
    .where(among(referringProvider, account, ids));
  return byId(rows, ({ id, firstName, lastName }) => ({
    ehrId: null,
    patientMrn: null,
    record: null,
    seenBy: { keys: [id], part: part(firstName, lastName) },
  }));
};

/** Reads records of each kind by their ids, as their reads show them at the time. */
export const SHOWN: Readonly<Record<ChangeKind, Select>> = {
  async locations(tx, account, ids) {
    const rows = await tx
      .select()
      .from(location)
      .where(among(location, account, ids));
    return byId(rows, (row) => ({
      ehrId: row.emrId,
      patientMrn: null,
      record: toLocation(row),
      seenBy: { keys: [row.emrId], part: row.name },
    }));
  },

  async providers(tx, account, ids) {
    const rows = await tx
      .select()
      .from(provider)
      .where(among(provider, account, ids));
    return byId(rows, (row) => ({
      ehrId: row.ehrId,
      patientMrn: null,
      record: toProvider(row),
      seenBy: { keys: [row.ehrId], part: part(row.firstName, row.lastName, row.npi) },
    }));
  },

  async patients(tx, account, ids) {
    const rows = await tx
      .select()
      .from(patient)
      .where(among(patient, account, ids));
    return byId(rows, (row) => ({
      ehrId: row.ehrId,
      patientMrn: row.mrn,
      record: row.mergedInto === null ? toPatient(row) : null,
      seenBy: {
        keys: [row.ehrId, row.mrn],
        part: part(row.mrn, row.firstName, row.lastName, row.phone, row.dob, row.gender, row.mergedInto === null),
      },
    }));
  },

  async documents(tx, account, ids) {
    const rows = await tx
      .select(recordColumns(document))
      .from(document)
      .where(among(document, account, ids));
    return byId(rows, (row) => ({
      ehrId: row.emrId,
      patientMrn: row.patientMrn,
      record: toDocument(row),
      seenBy: { keys: row.referralId === null ? [] : [row.referralId], part: part(row.referralId) },
    }));
  },

  async referrals(tx, account, ids) {
    const rows = await tx
      .select(recordColumns(referral))
      .from(referral)
      .where(among(referral, account, ids));
    const records = new Map((await withRelated(tx, account, rows)).map((record) => [record.id, record]));
    return byId(rows, (row) => ({
      ehrId: row.ehrId,
      patientMrn: row.patientMrn,
      record: records.get(row.id) ?? null,
    }));
  },

  async recalls(tx, account, ids) {
    const rows = await tx
      .select(recordColumns(recall))
      .from(recall)
      .where(among(recall, account, ids));
    return byId(rows, (row) => ({ ehrId: row.ehrId, patientMrn: row.patientMrn, record: toRecall(row) }));
  },

  async appointments(tx, account, ids) {
    const found = await shownVisits(tx, account, ids);
    return new Map(
      found.map(({ record, note }) => [
        record.id,
        {
          ehrId: record.emr_appointment_id,
          patientMrn: record.patient_mrn === "" ? null : record.patient_mrn,
          record,
          apart: { note },
        },
      ]),
    );
  },
};
