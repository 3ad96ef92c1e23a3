import type { VisitStatus } from "#lib/browser/api/visit-statuses";
import type { VisitMeaning } from "#lib/emr/port/visit-meaning";

/** The steps that may follow a meaning in a visit; the first for which the practice has a status counts. */
const STEPS: Partial<Record<VisitMeaning, readonly VisitMeaning[]>> = {
  booked: ["arrived"],
  confirmed: ["arrived"],
  arrived: ["in_room", "done"],
  in_room: ["done"],
};

/** The meanings of a practice's visit statuses. */
export interface Meanings {
  /** Returns the meaning of a status code; null if it is not mapped. */
  of(code: string): VisitMeaning | null;
  /** Returns the first code with a meaning, in the practice's order. */
  codeOf(meaning: VisitMeaning): string | undefined;
  /** Returns the code of the next step of a visit with this status; undefined if there is none. */
  nextOf(code: string): string | undefined;
  /** True if the patient of a visit with this status is still expected. */
  isExpected(code: string): boolean;
}

/** Returns the meanings of the practice's visit statuses. */
export function meaningsOf(statuses: readonly VisitStatus[]): Meanings {
  const known = new Map(statuses.map(({ code, meaning }) => [code, meaning]));
  const of = (code: string) => known.get(code) ?? null;
  const codeOf = (meaning: VisitMeaning) => statuses.find((each) => each.meaning === meaning)?.code;
  return {
    of,
    codeOf,
    nextOf(code) {
      const meaning = of(code);
      const steps = (meaning && STEPS[meaning]) ?? [];
      return steps.map(codeOf).find((found) => found !== undefined);
    },
    isExpected: (code) => of(code) === "booked" || of(code) === "confirmed",
  };
}
