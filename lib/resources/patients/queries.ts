import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { isSurvivor } from "#lib/definitions/survivors";
import { DomainError, notFound } from "#lib/kernel/domain-error";
import { isStorable } from "#lib/kernel/storable-text";
import { accountNames } from "./account-names.ts";
import { type PatientModel, patientModel } from "./model.ts";
import { everyoneOf, soughtWords } from "./patient-search.ts";

const MAX_MRNS = 200;

/** Limits a search to patients by their MRNs. */
export const mrnsParameter = z
  .string({ error: "must be a string" })
  .transform((text) => text.split(",").map((mrn) => mrn.trim()))
  .pipe(z.array(z.string()).max(MAX_MRNS, `must have at most ${MAX_MRNS} entries`))
  .optional()
  .describe(`Exact MRNs, comma-separated, at most ${MAX_MRNS}`);

const ofMrns = ({ mrns }: { mrns?: string[] | undefined }) => (mrns ? inArray(patient.mrn, mrns) : undefined);

/** Returns a stored patient as the interface has it. */
export function toModel(row: typeof patient.$inferSelect): PatientModel {
  return {
    id: row.id,
    mrn: row.mrn,
    first_name: row.firstName,
    last_name: row.lastName,
    dob: row.dob,
    gender: row.gender,
    phone: row.phone,
    email: row.email,
    address: row.address,
    ehr_id: row.ehrId,
    middle_name: row.middleName,
    suffix: row.suffix,
    mobile_phone: row.mobilePhone,
    preferred_language: row.preferredLanguage,
    emergency_contact: row.emergencyContact,
    active: row.active,
    deceased: row.deceased,
    deceased_at: row.deceasedAt,
    set_aside: row.setAside,
  };
}

/**
 * GET /patients: search by name, MRN, phone or birth date; every word must match (decisions §5). With `mrns`, returns
 * the patients with these MRNs instead, so that a list of records can show patient names. A match of a patient who was
 * merged returns the one that survived.
 */
export const listPatients = defineList({
  path: "/patients",
  embed: { narrows: "mrns", without: ["query"] },
  summary: "Search patients by name, MRN, phone or date of birth",
  permission: "patients:read",
  patientData: true,
  key: "patients",
  model: patientModel,
  table: patient,
  synced: true,
  order: keyset("asc", patient.lastName, patient.firstName, patient.mrn, patient.ehrId),
  sortable: { mrn: patient.mrn, last_name: patient.lastName },
  filters: {
    query: z
      .string({ error: "must be a string" })
      .max(200, "must have at most 200 characters")
      .optional()
      .describe("Name, MRN, phone or birth date"),
    mrns: mrnsParameter,
  },
  where({ query, linkedAccountId }) {
    const within = query.query?.trim() ? undefined : ofMrns(query);
    return and(isNull(patient.mergedInto), everyoneOf({ linkedAccountId, words: [], within }));
  },
  lookUp: {
    isAsked: ({ query = "" }) => query.trim() !== "",
    async where({ tx, query, linkedAccountId }) {
      const words = soughtWords(await accountNames(tx, linkedAccountId), query.query ?? "");
      // A text of marks alone, such as a dash, is in nobody's name; it must not mean everybody.
      return words.length > 0 ? everyoneOf({ linkedAccountId, words, within: ofMrns(query) }) : sql`false`;
    },
  },
  toModel,
});

/**
 * GET /patients/{mrn}: one patient as of the last sync (decisions §5). The MRN of a patient who was merged leads to the
 * one that survived; an MRN that several patients carry is 409 (decisions §12).
 */
export const getPatient = defineQuery({
  path: "/patients/{mrn}",
  embed: { address: "mrn" },
  summary: "One patient",
  description:
    "The MRN of a patient who was merged leads to the patient that survived. If several patients of the EMR carry the MRN, the answer is 409.",
  permission: "patients:read",
  patientData: true,
  query: noQuery,
  body: z.object({ patient: patientModel }),
  conflicts: true,
  atOnce: true,
  reads: [patient],
  async read({ tx, linkedAccountId, params }) {
    const mrn = params.mrn ?? "";
    const [found, other] = isStorable(mrn)
      ? await tx
          .select()
          .from(patient)
          .where(and(eq(patient.linkedAccountId, linkedAccountId), isSurvivor(linkedAccountId, eq(patient.mrn, mrn))))
      : [];
    if (!found) throw notFound("Patient");
    if (other)
      throw new DomainError("conflict", "Several patients of the EMR carry this MRN: GET /patients?mrns= lists them");
    return { patient: toModel(found) };
  },
});
