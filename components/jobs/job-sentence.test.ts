import { expect, it } from "vitest";
import { catalog } from "#lib/catalog/generated/definitions";
import { samples } from "#lib/catalog/generated/samples";
import { shownOf } from "#lib/catalog/shown";
import type { JobStanding } from "#lib/job-record/model";
import { jobSentence } from "./job-sentence.ts";

const standing = (state: JobStanding["state"], doubt: JobStanding["doubt"] = null) => ({
  state,
  doubt,
  needs_person: false,
});

const payment = {
  deed: { what: "A payment of $45.50", done: "posted to" },
  patient: "Ana Nguyen",
  account: "Riverside Main Clinic",
  when: "today at 3:04 PM",
};

it.each([
  [
    standing("completed"),
    "A payment of $45.50 for Ana Nguyen was posted to the EMR of Riverside Main Clinic today at 3:04 PM.",
  ],
  [standing("failed"), "A payment of $45.50 for Ana Nguyen was not posted to the EMR of Riverside Main Clinic."],
  [standing("cancelled"), "A payment of $45.50 for Ana Nguyen was not posted to the EMR of Riverside Main Clinic."],
  [
    standing("running"),
    "A payment of $45.50 for Ana Nguyen has not been posted to the EMR of Riverside Main Clinic yet.",
  ],
  [
    standing("queued", "answer_lost"),
    "It is not known yet whether a payment of $45.50 for Ana Nguyen was posted to the EMR of Riverside Main Clinic.",
  ],
])("says of a job that is %j only what the EMR confirmed", (of, sentence) => {
  expect(jobSentence({ ...payment, standing: of })).toBe(sentence);
});

it("fits a plural subject and a job without a patient", () => {
  const deed = { what: "The claims of Mar 2, 2026", plural: true, done: "refreshed from" };
  const claims = { deed, patient: null, account: "Riverside", when: "today at 3 PM" };
  expect(jobSentence({ ...claims, standing: standing("completed") })).toBe(
    "The claims of Mar 2, 2026 were refreshed from the EMR of Riverside today at 3 PM.",
  );
  expect(jobSentence({ ...claims, standing: standing("queued") })).toBe(
    "The claims of Mar 2, 2026 have not been refreshed from the EMR of Riverside yet.",
  );
});

const names = { status: () => "Arrived", day: (date: string) => date, moment: (at: string) => at };

it("says for when a visit was booked", () => {
  const asked = { datetime: "2026-03-02T10:00", appointment_type: "Checkup" };
  expect(shownOf("appointments:book")?.deed(asked, names).what).toBe("The visit on 2026-03-02T10:00");
});

it.each(Object.values(catalog).map(({ id }) => id))("%s has words for its sample and for an erased request", (id) => {
  for (const asked of [{ ...samples[id].request }, {}]) {
    const { what, done } = shownOf(id)?.deed(asked, names) ?? { what: "", done: "" };
    expect(what).toMatch(/^(An?|The) [^“”]+(“[^“”]+”)?$/);
    expect(done).toMatch(/^[a-z].* (from|in|through|to)$/);
    expect(`${what} ${done}`).not.toMatch(/undefined|\bNaN\b| {2}/);
  }
});
