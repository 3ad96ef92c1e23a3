import { expect, it } from "vitest";
import { openClinic } from "#lib/testing/clinic";
import { cutAnswers } from "#lib/testing/emr-cuts";
import { forgetfulEmr, keyedEmr, searchableEmr } from "#lib/testing/fake-written-emr";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

/** `npm run test:reliability -- emr-cuts` cuts a thousand. */
it.each([
  ["honours keys", keyedEmr],
  ["can be searched", searchableEmr],
  ["neither honours keys nor can be searched", forgetfulEmr],
])(
  "40 answers that are cut after the commit of an EMR that %s write nothing twice and lose nothing",
  { tags: "long" },
  async (_which, make) => {
    const clinic = await openClinic();
    const emr = make();
    try {
      const counts = await cutAnswers({ emr, clinic, query: database.asOwner }, 40);
      expect(counts.cut).toBeGreaterThanOrEqual(40);
      expect(counts.completed + counts.failed + counts.listed).toBe(counts.accepted);
      if (!emr.isSearched) expect(counts.listed).toBeGreaterThanOrEqual(counts.cut);
    } finally {
      emr.remove();
    }
  },
);
