import { expect, it } from "vitest";
import { cutFhirAnswers } from "#lib/testing/fhir/fhir-cuts";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();

/** `npm run test:reliability -- emr-cuts` cuts a thousand. */
it.each(["works", "ignored"] as const)(
  "40 answers that are cut after the commit of a FHIR server whose If-None-Exist %s write nothing twice and lose nothing",
  async (ifNoneExist) => {
    const counts = await cutFhirAnswers(database.asOwner, ifNoneExist, 40);
    expect(counts.cut).toBeGreaterThanOrEqual(40);
    expect(counts.completed + counts.failed).toBe(counts.accepted);
  },
);
