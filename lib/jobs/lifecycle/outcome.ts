/** The EMR's answer to an attempt that did not go well, by what it says of the attempt's writes. */
type Answer =
  /** The limit of calls is reached, or the login is lost: the call was not made. */
  | "limited"
  /** The EMR refused, and the record was read afterwards. */
  | "settled"
  /** The EMR, or the operation itself, refused before a write was sent. */
  | "refused"
  /** The EMR refused a write; real EMRs also refuse what they have done. */
  | "write_refused"
  /** A timeout, an outage, a lost connection: another attempt may go well. */
  | "passing";

/** What a search for the write found in the EMR. */
type Found =
  | "not_looked"
  | "held"
  | "absent"
  /** The first of several writes. */
  | "begun"
  /** The write that was reported as refused, of several. */
  | "refused_one"
  | "unknown"
  /** The search met the limit of calls. */
  | "limited";

export interface Situation {
  answer: Answer;
  found: Found;
  /** Whether the EMR may hold a write of this attempt or an earlier one. */
  doubt: boolean;
  /** Whether another attempt is left. */
  left: boolean;
  /** Whether the EMR keeps keys, or can be searched for a write. */
  searchable: boolean;
}

export type Outcome =
  /** The EMR is searched for the write, which is then judged again. */
  | "look"
  | "completed"
  /** The job fails with the EMR's words; a retry of the same request would fail again. */
  | "refused"
  | "failed"
  /** Another attempt after a pause, which sends the write. */
  | "again"
  /** Another attempt after a pause, which looks for the write before it is sent. */
  | "again_in_doubt"
  /** Another attempt once the EMR takes calls again; this one does not count. */
  | "postponed"
  | "postponed_in_doubt"
  | "left_to_person";

export type Row = { [Key in keyof Situation]?: Situation[Key] | readonly Situation[Key][] } & { outcome: Outcome };

const REFUSED = ["refused", "write_refused"] as const;

/** What an attempt's end means for its job (decisions §6): the first row that fits decides. */
export const OUTCOMES: readonly Row[] = [
  { found: "not_looked", answer: "limited", doubt: false, outcome: "postponed" },
  { found: "not_looked", answer: "limited", doubt: true, outcome: "postponed_in_doubt" },
  { found: "not_looked", answer: "settled", outcome: "refused" },
  { found: "not_looked", answer: REFUSED, doubt: true, outcome: "look" },
  { found: "not_looked", answer: "write_refused", searchable: true, outcome: "look" },
  { found: "not_looked", answer: REFUSED, outcome: "refused" },
  { found: "not_looked", doubt: true, left: false, outcome: "look" },
  { found: "not_looked", doubt: true, searchable: false, outcome: "look" },
  { found: "not_looked", doubt: true, outcome: "again_in_doubt" },
  { found: "not_looked", left: true, outcome: "again" },
  { found: "not_looked", outcome: "failed" },

  { found: "held", outcome: "completed" },
  { found: "limited", outcome: "postponed_in_doubt" },

  { found: "absent", answer: REFUSED, outcome: "refused" },
  { found: "absent", left: true, outcome: "again" },
  { found: "absent", outcome: "failed" },

  // Of what was refused without doubt, the EMR holds the steps before alone.
  { found: "begun", doubt: false, answer: REFUSED, outcome: "refused" },
  { found: "begun", doubt: false, left: true, outcome: "again" },
  { found: "begun", doubt: false, outcome: "failed" },

  // The next attempt continues behind what was done.
  { found: ["begun", "refused_one"], left: true, outcome: "again_in_doubt" },
  { found: "unknown", left: true, searchable: true, outcome: "again_in_doubt" },
  { outcome: "left_to_person" },
];

const fits = (row: Row, situation: Situation): boolean =>
  (Object.keys(situation) as (keyof Situation)[]).every(
    (key) => row[key] === undefined || [row[key]].flat().includes(situation[key]),
  );

/** Returns the row that decides about an attempt. */
export function rowOf(situation: Situation): Row {
  const row = OUTCOMES.find((each) => fits(each, situation));
  if (!row) throw new Error("No outcome fits");
  return row;
}
