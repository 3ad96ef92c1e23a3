/** How a server treats a search parameter. `empty`: it matches nothing. */
export type Treatment = "works" | "ignored" | "refused" | "empty";

/** In what a server may differ from others, each as a probe finds it. */
export interface FhirHabits {
  /** Treatment of search parameters by name, also `_summary` and `_sort`; those without one work. */
  parameters: Readonly<Record<string, Treatment>>;
  unknownParameters: Exclude<Treatment, "works">;
  /** True if `Prefer: handling=strict` has unknown parameters refused. */
  strictOnRequest: boolean;
  /** Entries of a page without `_count`. */
  pageSize: number;
  maxPageSize: number;
  /** Treatment of a `_count` over the greatest page. */
  overMaxPageSize: "capped" | "refused";
  /** `relative`: to the base URL. `rooted`: from the origin's root. */
  nextLink: "absolute" | "relative" | "rooted";
  /** `offset`: each page is searched anew, and drifts under inserts. `held`: the pages of the first search are kept. */
  paging: "offset" | "held";
  /** True if bundles state the total. */
  totals: boolean;
  /** True if `meta.lastUpdated` is stored, shown and compared in whole seconds. */
  wholeSeconds: boolean;
  versionIds: boolean;
  /** How a Binary is answered if it is asked for in its own type. */
  binary: "raw" | "base64";
  /** True if an attachment's address is presigned: elsewhere, without authorization. */
  presigned: boolean;
  /** Status of a resource that was deleted. */
  deleted: 404 | 410;
  ifNoneExist: "works" | "ignored" | "refused";
  /** `weak`, `strong`, `unquoted`: the only form of the version that is taken. */
  ifMatch: "works" | "ignored" | "refused" | "weak" | "strong" | "unquoted";
  transactions: "atomic" | "partial" | "refused";
  /** True if resources that break FHIR's definitions are refused. */
  validates: boolean;
  /** Elements that an update leaves as they were, although it is answered with 200. */
  readOnly: readonly string[];
  /** Elements that a new resource gets in place of those that were sent; undefined for one that is dropped. */
  rewrites: Readonly<Record<string, unknown>>;
  /** What answers a write: the resource as it is stored, as it was sent, or nothing. */
  writeAnswer: "stored" | "sent" | "nothing";
  /** The method by which records are updated; the other one is answered with 405. */
  updates: "PUT" | "PATCH" | "both";
  /** True if writes are refused with 409, as other writes are under way. */
  isBusy: boolean;
}

export const GOOD_HABITS: FhirHabits = {
  parameters: {},
  unknownParameters: "refused",
  strictOnRequest: true,
  pageSize: 20,
  maxPageSize: 1_000,
  overMaxPageSize: "capped",
  nextLink: "absolute",
  paging: "offset",
  totals: true,
  wholeSeconds: false,
  versionIds: true,
  binary: "raw",
  presigned: false,
  deleted: 410,
  ifNoneExist: "works",
  ifMatch: "works",
  transactions: "atomic",
  validates: true,
  readOnly: [],
  rewrites: {},
  writeAnswer: "stored",
  updates: "both",
  isBusy: false,
};
