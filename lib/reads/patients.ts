import { and, asc, eq, like, sql } from "drizzle-orm";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import { type PatientModel, patientModel } from "#lib/models/patient";
import { defineRead } from "./definition.ts";
import { decodeCursor, nextCursor, pageQuery, toPage } from "./page.ts";

const position = z.tuple([z.string(), z.string(), z.string()]);

/** A word of a search as LIKE finds it; digits of a phone number count without their punctuation. */
function pattern(word: string): string {
  const digits = word.replaceAll(/[().-]/g, "");
  const text = /^\+?\d{5,}$/.test(digits) && !/^\d{4}-\d{2}-\d{2}$/.test(word) ? digits.replace("+", "") : word;
  return `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}

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

/** GET /patients: search by name, MRN, phone or birth date; every word must match (decisions §5). */
export const listPatients = defineRead({
  path: "/patients",
  summary: "Search patients by name, MRN, phone or date of birth",
  permission: "patients:read",
  patientData: true,
  query: z.object({ query: z.string().max(200, "must have at most 200 characters").optional(), ...pageQuery }),
  body: z.object({ patients: z.array(patientModel), ...nextCursor }),
  async read({ tx, linkedAccountId, query }) {
    const words =
      query.query
        ?.toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean) ?? [];
    const after = query.cursor ? decodeCursor(query.cursor, position) : null;
    const rows = await tx
      .select()
      .from(patient)
      .where(
        and(
          eq(patient.linkedAccountId, linkedAccountId),
          ...words.map((word) => like(patient.searchText, pattern(word))),
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
