import { draftToolOf } from "./draft-tool-name.ts";
import { readToolName } from "./read-tool-name.ts";

/** How the interface's texts name what a tool reads, and what one drafts. */
const READ = /\bGET (\/[\w/{}-]*[\w}])/g;
const DRAFT = /\b(?:POST|PATCH) \/[\w/{}-]*[\w}]/g;

/** What a field is of, where the name of the tool that reads it says so. */
const OF_WHAT_IS_READ = /(?<=^|\W)(`\w+`) of an? [a-z ]+ from (?=read_)/g;

/** A clause with the mark that ends it. */
const BETWEEN_CLAUSES = /(?<=[,;:.]) /;

/** Clauses that tell a model nothing: the schema says the same, or the server checks it and says so in its refusal. */
const SAID_OTHERWISE = [
  /^YYYY-MM-DD\b|^ISO 8601\b/,
  /^from .+ (to|ahead)\b/,
  /^comma-separated\b/,
  /^(on or after|not before) `\w+`[,;:.]?$/i,
  /^4\d\d (if|for)\b/,
  /^(the range may have )?at most [\d,]+( days)?[,;:.]?$/i,
  /^inclusive[,;:.]?$/i,
  /^by default all that the caller may read$/i,
  /^events created at this time or (earlier|later)[,;:.]?$/i,
  /^required by some EMRs\b/,
  /^each \w+ needs its own \w+ permission\b/i,
  /^(events|entries) are kept for\b/i,
  /^90 days by default[,;:.]?$/,
  /^and while one of their deliveries is pending or held[,;:.]?$/,
  /^after that[,;:.]?$/i,
  /^404[,;:.]?$/,
  /^(resolved|checked) at processing time\b/i,
  /^must resolve to a synced patient\b/i,
  /^of (this job|the jobs)$/i,
  /^(case-insensitive|ignoring case( and spacing)?|in any (case|format)|with or without dashes)[,;:.]?$/i,
  /^(an? (access token|(admin.s )?session)|the token of a view)\b/i,
  /^(and )?`client_id` and `client_secret` alone\b/i,
  /^(event types|endpoints of this (owner|scope))[,;:.]?$/i,
  /^(free|body) text[,;:.]?$/i,
  /^names match case-insensitively\b/i,
  /^an exact match before a partial one\b/i,
  /^a partial match of several \w+ fails\b/i,
  /^the note fails if\b/i,
  /^must be in the client.s live billing matrix\b/i,
  /^duplicates count once\b/i,
  /^if the EMR.s catalog cannot be searched\b/i,
  /^the EMR checks them\b/i,
  /^takes precedence over\b/i,
  /^a part that is left out is removed\b/i,
  /^an ending of its type is added\b/i,
];

/** Clauses about how a read is answered, which its answer shows. */
const SHOWN_BY_ANSWER = [
  /^for people who look at a record\b/i,
  /^a copy is kept by\b/i,
  /^answered from stored records\b/i,
  /^also while the EMR is out\b/i,
  /^the times are those at which it was learned here\b/i,
  /^each leaves the list once\b/i,
  /^if several patients of the EMR carry the MRN\b/i,
  /^the answer is 409\b/i,
];

/** A clause that only says the default, such as "default `routine`". */
const DEFAULT = /^default `([^`]+)`[,;:.]?$/i;

/** A clause that only lists values, such as "`lab`, `imaging` or `procedure`". */
const VALUES = /^(`[\w:-]+`( or )?)+[,;:.]?$/;

const ENDS_SENTENCE = /[.;]$/;

const withCapital = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** Joins clauses; after one that is left out, its stronger mark ends the clause before it. */
function joined(clauses: readonly string[], isLeftOut: (clause: string) => boolean): string {
  const kept: string[] = [];
  for (const clause of clauses) {
    if (!isLeftOut(clause)) kept.push(kept.at(-1)?.endsWith(".") ? withCapital(clause) : clause);
    else if (ENDS_SENTENCE.test(clause) && kept.length > 0)
      kept.push(`${kept.pop()?.replace(/[,;:.]$/, "")}${clause.at(-1)}`);
  }
  return withCapital(kept.join(" "));
}

/** What a schema says besides its description. */
interface Said {
  namesValues?: boolean;
  /** The default that it names. */
  byDefault?: unknown;
}

/**
 * Returns a description in as few words as a model needs, without the mark at its end: clauses that the schema or a refusal
 * says otherwise are left out, and so are those that list the values or say the default if the schema does. Queries and operations
 * are named as their tools.
 */
export function compactDescription(description: string, { namesValues = false, byDefault }: Said = {}): string {
  const isLeftOut = (clause: string) =>
    [...SAID_OTHERWISE, ...SHOWN_BY_ANSWER].some((pattern) => pattern.test(clause)) ||
    (namesValues && VALUES.test(clause)) ||
    (byDefault !== undefined && DEFAULT.exec(clause)?.[1] === byDefault);
  const text = joined(description.split(BETWEEN_CLAUSES), isLeftOut).replace(/[,;:.]$/, "");
  return text
    .replaceAll(READ, (_, path: string) => readToolName(path))
    .replaceAll(DRAFT, (request) => draftToolOf(request) ?? request)
    .replaceAll(OF_WHAT_IS_READ, "$1 from ");
}
