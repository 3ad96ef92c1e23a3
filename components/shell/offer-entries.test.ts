import { expect, it } from "vitest";
import { operationSummaries } from "#lib/catalog/summaries";
import { offerEntries, refusedOffers } from "./offer-entries.ts";

const offersWith = (refusalOf: (id: string) => string | null) =>
  operationSummaries.map((summary) => ({ ...summary, refusal: refusalOf(summary.id) }));

it("New has thirteen entries, through which every operation is reached once", () => {
  const entries = offerEntries(offersWith(() => null));
  expect(entries).toHaveLength(13);
  const reached = entries.flatMap(({ offers }) => offers.map(({ id }) => id));
  expect(reached.toSorted()).toEqual(operationSummaries.map(({ id }) => id).toSorted());
  expect(entries.at(-1)?.group).toBe("refresh");
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

it("a group of which one operation is left is that operation, and one of none is not there", () => {
  const isRefused = (id: string) => id.startsWith("referrals:") || id === "visit-notes:create";
  const entries = offerEntries(offersWith((id) => (isRefused(id) ? "Not here" : null)));
  expect(entries.map(({ group }) => group)).not.toContain("referral");
  expect(entries.map(({ group }) => group)).not.toContain("notes");
  expect(entries.find(({ id }) => id === "patient-notes:create")?.offers).toHaveLength(1);
});

it("what cannot be started is named under each reason once", () => {
  const reasons: Record<string, string> = { "tasks:create": "Off", "messages:create": "Off", "orders:create": "None" };
  const refused = refusedOffers(offersWith((id) => reasons[id] ?? null));
  expect(refused).toEqual([
    { reason: "None", titles: ["Place order"] },
    { reason: "Off", titles: ["Send message", "Add task"] },
  ]);
});
