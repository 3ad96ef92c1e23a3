import { expect, it } from "vitest";
import { openClinic } from "#lib/testing/clinic";
import { cutAnswers } from "#lib/testing/emr-cuts";
import { forgetfulEmr, keyedEmr, searchableEmr } from "#lib/testing/fake-emr";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

/** `npm run test:reliability -- emr-cuts` cuts a thousand. */
it.each([
  ["honours keys", keyedEmr, false],
  ["can be searched", searchableEmr, false],
  ["neither honours keys nor can be searched", forgetfulEmr, true],
])(
  "40 answers that are cut after the commit of an EMR that %s write nothing twice and lose nothing",
  async (_which, make, lists) => {
    const clinic = await openClinic();
    const emr = make();
    try {
      const counts = await cutAnswers({ emr, clinic, query: database.asOwner }, 40);
      expect(counts.cut).toBeGreaterThanOrEqual(40);
      expect(counts.completed + counts.failed + counts.listed).toBe(counts.accepted);
      expect(counts.listed > 0).toBe(lists);
    } finally {
      emr.remove();
    }
  },
);
