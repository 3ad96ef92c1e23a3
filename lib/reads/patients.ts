import { and, asc, eq, inArray, like, or, sql } from "drizzle-orm";
import { z } from "zod";
import { notFound } from "#lib/core/api-error";
import { isStorable } from "#lib/core/storable-text";
import { patient } from "#lib/db/schema";
import { type PatientModel, patientModel } from "#lib/models/patient";
import { defineRead, noQuery } from "./definition.ts";
import { decodeCursor, nextCursor, pageQuery, toPage } from "./page.ts";
import { patientConditions, within } from "./patient-words.ts";

const position = z.tuple([z.string(), z.string(), z.string()]);

const MOST_MRNS = 200;

const search = (query: string) =>
  and(
    ...patientConditions(query).map((ways) =>
      or(...ways.map((texts) => and(...texts.map((text) => like(patient.searchText, within(text)))))),
    ),
  );

function toModel(row: typeof patient.$inferSelect): PatientModel {
  return {
    mrn: row.mrn,
    first_name: row.firstName,
    last_name: row.lastName,
    dob: row.dob,
    gender: row.gender,
    phone: row.phone,
    email: row.email,
    address: row.address,
    ehr_id: row.ehrId,
  };
}

/**
 * GET /patients: search by name, MRN, phone or birth date; every word must match (decisions §5). `mrns` gives those
 * named instead, as a list of records that name patients by MRN needs them.
 */
export const listPatients = defineRead({
  path: "/patients",
  summary: "Search patients by name, MRN, phone or date of birth",
  permission: "patients:read",
  patientData: true,
  query: z.object({
    query: z
      .string({ error: "must be a string" })
      .max(200, "must have at most 200 characters")
      .optional()
      .describe("Name, MRN, phone or birth date"),
    mrns: z
      .string({ error: "must be a string" })
      .transform((text) => text.split(",").map((mrn) => mrn.trim()))
      .pipe(z.array(z.string()).max(MOST_MRNS, `must have at most ${MOST_MRNS} entries`))
      .optional()
      .describe(`Exact MRNs, comma-separated, at most ${MOST_MRNS}`),
    ...pageQuery,
  }),
  body: z.object({ patients: z.array(patientModel), ...nextCursor }),
  async read({ tx, linkedAccountId, query }) {
    const after = query.cursor ? decodeCursor(query.cursor, position) : null;
    const rows = await tx
      .select()
      .from(patient)
      .where(
        and(
          eq(patient.linkedAccountId, linkedAccountId),
          query.query ? search(query.query) : undefined,
          query.mrns ? inArray(patient.mrn, query.mrns) : undefined,
          after
            ? sql`(${patient.lastName}, ${patient.firstName}, ${patient.mrn}) > (${after[0]}, ${after[1]}, ${after[2]})`
            : undefined,
        ),
      )
      .orderBy(asc(patient.lastName), asc(patient.firstName), asc(patient.mrn))
      .limit(query.limit + 1);
    const { page, ...more } = toPage(rows, query.limit, (row) => [row.lastName, row.firstName, row.mrn]);
    return { patients: page.map(toModel), ...more };
  },
});

/** GET /patients/{mrn}: one patient as the last sync found them (decisions §5). */
export const getPatient = defineRead({
  path: "/patients/{mrn}",
  summary: "One patient",
  permission: "patients:read",
  patientData: true,
  query: noQuery,
  body: z.object({ patient: patientModel }),
  async read({ tx, linkedAccountId, params }) {
    const mrn = params.mrn ?? "";
    const [found] = isStorable(mrn)
      ? await tx
          .select()
          .from(patient)
          .where(and(eq(patient.linkedAccountId, linkedAccountId), eq(patient.mrn, mrn)))
      : [];
    if (!found) throw notFound("Patient");
    return { patient: toModel(found) };
  },
});
