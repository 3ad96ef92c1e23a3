import { sandboxPool, sandboxTransaction } from "./pool.ts";
import type { PracticeRecords } from "./records.ts";

const named = (table: "payment_method" | "note_category") =>
  `INSERT INTO sandbox.${table} (practice_id, id, name, position)
   SELECT $1, id, name, position
   FROM ROWS FROM (jsonb_to_recordset($2) AS (id text, name text)) WITH ORDINALITY AS listed (id, name, position)`;

/** Each takes the practice's id and the records as JSON, so that a thousand cost one round trip. */
const INSERTS = {
  visitStatuses: `
    INSERT INTO sandbox.visit_status (practice_id, code, description, position)
    SELECT $1, code, description, position
    FROM ROWS FROM (jsonb_to_recordset($2) AS (code text, description text))
      WITH ORDINALITY AS listed (code, description, position)`,
  paymentMethods: named("payment_method"),
  noteCategories: named("note_category"),
  locations: `
    INSERT INTO sandbox.location
    SELECT $1, r."emrId", r.name, r."addressStreet", r."addressCity", r."addressState", r."addressZip", r.phone
    FROM jsonb_to_recordset($2) AS r ("emrId" text, name text, "addressStreet" text, "addressCity" text,
                                      "addressState" text, "addressZip" text, phone text)`,
  providers: `
    INSERT INTO sandbox.provider
    SELECT $1, r."ehrId", r."firstName", r."lastName", r.npi, r.specialty, r.status
    FROM jsonb_to_recordset($2) AS r ("ehrId" text, "firstName" text, "lastName" text, npi text, specialty text,
                                      status text)`,
  patients: `
    INSERT INTO sandbox.patient
    SELECT $1, r."ehrId", r.mrn, r."firstName", r."lastName", r.dob, r.gender, r.phone, r.email, r.address
    FROM jsonb_to_recordset($2) AS r ("ehrId" text, mrn text, "firstName" text, "lastName" text, dob date,
                                      gender text, phone text, email text, address jsonb)`,
  appointments: `
    INSERT INTO sandbox.appointment
    SELECT $1, r.id, r.category, r."startsAt" AT TIME ZONE p.timezone, r."durationMinutes", r."providerId",
           r."locationId", r."patientId", r.status, r."visitType", r.reason, r."blockLabel", r."blockColor"
    FROM jsonb_to_recordset($2) AS r (id text, category text, "startsAt" timestamp, "durationMinutes" integer,
                                      "providerId" text, "locationId" text, "patientId" text, status text,
                                      "visitType" text, reason text, "blockLabel" text, "blockColor" text)
    JOIN sandbox.practice p ON p.id = $1`,
} satisfies Partial<Record<keyof PracticeRecords, string>>;

/** Opens a practice with its first records, in one transaction. Throws where there is one with this id. */
export async function loadPractice(practiceId: string, records: PracticeRecords): Promise<void> {
  await sandboxTransaction(async (client) => {
    await client.query(
      "INSERT INTO sandbox.practice (id, name, kind, timezone, settings) VALUES ($1, $2, $3, $4, $5)",
      [practiceId, records.name, records.kind, records.timezone, JSON.stringify(records.lists)],
    );
    await client.query("INSERT INTO sandbox.behavior (practice_id) VALUES ($1)", [practiceId]);
    for (const [list, statement] of Object.entries(INSERTS)) {
      await client.query(statement, [practiceId, JSON.stringify(records[list as keyof typeof INSERTS])]);
    }
  });
}

/** Removes a practice with all of its records; does nothing where there is none. */
export async function removePractice(practiceId: string): Promise<void> {
  await sandboxPool().query("DELETE FROM sandbox.practice WHERE id = $1", [practiceId]);
}
