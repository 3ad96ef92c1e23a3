/**
 * Findings of a probe on which the connector relies. `decisions`: the remote documents paging by `limit` and `cursor`
 * and the other points that this product decides (decisions §5). `idempotency_key`: it documents that key.
 */
export const DECISIONS = "decisions";
export const IDEMPOTENCY_KEY = "idempotency_key";

/** Reads that the interface shows or names with the fields that a sync needs; the others must have answered a probe. */
export const SHOWN_READS = [
  "/visit-statuses",
  "/appointments",
  "/providers",
  "/locations",
  "/claims",
  "/referrals",
] as const;

/** Reads whose path or record this product decided (decisions §5), tried by a probe. */
export const FURTHER_READS = [
  "/settings",
  "/visit-types",
  "/staff",
  "/referring-providers",
  "/forms",
  "/patients",
  "/recalls",
  "/documents",
] as const;

export type ReadPath = (typeof SHOWN_READS)[number] | (typeof FURTHER_READS)[number];

/** Name of the finding that a read answered. */
export const answersTo = (path: ReadPath): string => `GET ${path}`;

/** The traits of a remote: those of its probe, or those of the interface if it was not probed. */
export class Traits {
  readonly #names: ReadonlySet<string>;

  constructor(found: readonly string[] | undefined) {
    this.#names = new Set(found ?? SHOWN_READS.map(answersTo));
  }

  has(finding: string): boolean {
    return this.#names.has(finding);
  }

  /** Returns what follows these words in the first finding that begins with them; null if none does. */
  after(words: string): string | null {
    return [...this.#names].find((name) => name.startsWith(words))?.slice(words.length) ?? null;
  }

  answers(path: ReadPath): boolean {
    return this.#names.has(answersTo(path));
  }

  get pages(): boolean {
    return this.#names.has(DECISIONS);
  }

  /** GET /jobs/{job_id} is such a point. */
  get showsJobs(): boolean {
    return this.#names.has(DECISIONS);
  }

  get honoursKey(): boolean {
    return this.#names.has(IDEMPOTENCY_KEY);
  }
}
