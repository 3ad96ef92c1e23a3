import { describe, expect, it } from "vitest";
import { OUTCOMES, type Outcome, rowOf, type Situation } from "./outcome.ts";

/** A write with attempts left, to an EMR that can be searched, whose answer was lost before anything was sent. */
const passing: Situation = { answer: "passing", found: "not_looked", doubt: false, left: true, searchable: true };

/** One situation for each row, in the rows' order. */
const situations: [string, Partial<Situation>, Outcome][] = [
  ["the limit of calls is reached", { answer: "limited" }, "postponed"],
  ["the limit is reached after a write", { answer: "limited", doubt: true }, "postponed_in_doubt"],
  ["a refusal whose record was read", { answer: "settled", doubt: true }, "refused"],
  ["a refusal after a write of unknown end", { answer: "refused", doubt: true }, "look"],
  ["a write that was reported as refused", { answer: "write_refused" }, "look"],
  ["a refusal before a write", { answer: "refused" }, "refused"],
  ["the last attempt's answer was lost", { doubt: true, left: false }, "look"],
  ["an answer was lost of an EMR without keys and search", { doubt: true, searchable: false }, "look"],
  ["an answer was lost", { doubt: true }, "again_in_doubt"],
  ["an outage before a write", {}, "again"],
  ["an outage at the last attempt", { left: false }, "failed"],
  ["the EMR holds it", { answer: "write_refused", found: "held" }, "completed"],
  ["the search met the limit of calls", { doubt: true, left: false, found: "limited" }, "postponed_in_doubt"],
  ["refused, and not held", { answer: "write_refused", found: "absent" }, "refused"],
  ["lost, and not held", { doubt: true, searchable: false, found: "absent" }, "again"],
  ["lost at the last attempt, and not held", { doubt: true, left: false, found: "absent" }, "failed"],
  ["a later step was refused", { answer: "write_refused", found: "begun" }, "refused"],
  ["begun, and nothing in doubt", { found: "begun" }, "again"],
  ["begun, nothing in doubt and no attempt left", { found: "begun", left: false }, "failed"],
  ["the refused step was done", { answer: "write_refused", found: "refused_one" }, "again_in_doubt"],
  ["the search failed", { answer: "write_refused", found: "unknown" }, "again_in_doubt"],
  ["the search of the last attempt failed", { doubt: true, left: false, found: "unknown" }, "left_to_person"],
];

const both = [true, false];
const answers = ["limited", "settled", "refused", "write_refused", "passing"] as const;
const looked = ["held", "absent", "begun", "refused_one", "unknown", "limited"] as const;
const all: Situation[] = answers.flatMap((answer) =>
  (["not_looked", ...looked] as const).flatMap((found) =>
    both.flatMap((doubt) =>
      both.flatMap((left) => both.map((searchable) => ({ answer, found, doubt, left, searchable }))),
    ),
  ),
);
const outcomeOf = (situation: Situation): Outcome => rowOf(situation).outcome;

describe("what an attempt's end means", () => {
  it.each(situations.map((each, index) => [...each, index] as const))("%s", (_what, given, outcome, index) => {
    const row = rowOf({ ...passing, ...given });
    expect(OUTCOMES.indexOf(row)).toBe(index);
    expect(row.outcome).toBe(outcome);
  });

  it("has a situation for each row", () => expect(situations).toHaveLength(OUTCOMES.length));

  it("is known for every situation, and a search happens once", () => {
    expect(all).toHaveLength(280);
    const searched = all.filter((each) => outcomeOf(each) === "look");
    expect(new Set(searched.map(({ found }) => found))).toEqual(new Set(["not_looked"]));
  });

  it("never ends a job in doubt without a search, and completes it only if the EMR holds it", () => {
    for (const each of all) {
      const outcome = outcomeOf(each);
      if (each.found === "not_looked" && each.doubt && each.answer !== "settled")
        expect(["look", "again_in_doubt", "postponed_in_doubt"]).toContain(outcome);
      expect(outcome === "completed").toBe(each.found === "held");
    }
  });

  it("never fails nor sends again what the EMR may hold", () => {
    for (const each of all.filter(({ found }) => found === "unknown" || found === "refused_one" || found === "limited"))
      expect(["again_in_doubt", "postponed_in_doubt", "left_to_person"]).toContain(outcomeOf(each));
  });

  it("tries again only while an attempt is left, and asks nobody about what is not in doubt", () => {
    for (const each of all) {
      const outcome = outcomeOf(each);
      if (!each.left && each.found !== "limited") expect(outcome).not.toMatch(/^again/);
      if (each.found === "absent") expect(outcome).not.toBe("left_to_person");
    }
  });

  it("repeats no refusal that the EMR does not hold", () => {
    for (const answer of ["refused", "write_refused"] as const)
      for (const each of all.filter((one) => one.answer === answer && one.found === "absent"))
        expect(outcomeOf(each)).toBe("refused");
  });
});
