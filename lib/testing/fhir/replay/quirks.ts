/** In what a replayed server differs from FHIR, as data: each quirk as a real server has it. */
export interface Quirks {
  /** Status of a search with a parameter, by the parameter's name. */
  refused: Readonly<Record<string, number>>;
  /** Parameters that are ignored. */
  ignored: readonly string[];
  /** A search without any of these parameters is 400, with the sentence in `diagnostics`. */
  needs: { parameters: readonly string[]; diagnostics: string } | null;
  /**
   * By type, the sets of parameters of which a search must have one; otherwise it has the status, with the sentence in
   * `diagnostics`. `*` stands for the types that are not named.
   */
  requires: Readonly<Record<string, { sets: readonly (readonly string[])[]; status: number; diagnostics: string }>>;
  /** Status of a search for one value, as `name=value` or `Type?name=value`. */
  refusedFor: Readonly<Record<string, number>>;
  /** Most days between two bounds of one parameter; a longer range is 400. Null for any. */
  maxDays: number | null;
  /** Requests that are still answered: then each is 429. Null for any number. */
  callsLeft: number | null;
  /** Status of a search that finds nothing. */
  nothingFound: 200 | 404;
  /** Entries of a page without `_count`. */
  pageSize: number;
  /** A larger `_count` is cut in silence: the page then has no link to the next one. */
  maxCount: number;
  /**
   * `next`: to the page that follows. `none`: pages have no links. `endless`: the last page has one, too. `repeated`: the
   * link leads to the same entries for ever.
   */
  links: "next" | "none" | "endless" | "repeated";
  /** Base URL by which the server names itself in its links; null for the one at which it is reached. */
  namesItself: string | null;
  /** `page`: the number of entries of the page. A number is added to the true one. */
  totals: "true" | "none" | "page" | number;
  /** Status of reading one resource, by `Type/id`. */
  statuses: Readonly<Record<string, number>>;
  /** Resources that searches leave out, as `Type/id`. */
  hidden: readonly string[];
  /** `now`: `meta.lastUpdated` is shown as the moment of the answer, and filtered by its true value. */
  lastUpdated: "true" | "now" | "none";
  /** The `versionId` of every resource, whatever changes; null for one that counts. */
  versionId: string | null;
  /** Longer addresses are 404. */
  maxAddress: number;
  /** Elements that an update leaves as they were, by type. */
  kept: Readonly<Record<string, readonly string[]>>;
  /** Elements without which a create or an update is 422, as paths by type. */
  required: Readonly<Record<string, readonly string[]>>;
  /** The answer to every write; null if writes are done. */
  refusal: { status: number; body: object } | null;
  /** `POST`: a search by GET is 405. */
  searchBy: "GET" | "POST";
  /** Status of a search by POST; null if it is answered. */
  postSearch: number | null;
  /** Whether `If-None-Exist` creates once; otherwise it is ignored. */
  conditionalCreate: boolean;
  /**
   * Lists of values of one parameter, `a,b`: `none` finds nothing, `refused` is 400, and of a number so many of the first are
   * looked for, without saying so.
   */
  lists: "any" | "none" | "refused" | number;
  /** True if a search with two bounds of one parameter is 400. */
  oneBound: boolean;
  /** Files as they are answered, by `Type/id`; with `wants` only to that media type, others are 406. */
  files: Readonly<Record<string, { contentType: string; base64: string; wants?: string }>>;
}

/** A server as simple as FHIR allows. */
export const NO_QUIRKS: Quirks = {
  refused: {},
  ignored: [],
  needs: null,
  requires: {},
  refusedFor: {},
  maxDays: null,
  callsLeft: null,
  nothingFound: 200,
  pageSize: 20,
  maxCount: 1_000,
  links: "next",
  namesItself: null,
  totals: "true",
  statuses: {},
  hidden: [],
  lastUpdated: "true",
  versionId: null,
  maxAddress: 8_000,
  kept: {},
  required: {},
  refusal: null,
  searchBy: "GET",
  postSearch: null,
  conditionalCreate: false,
  lists: "any",
  oneBound: false,
  files: {},
};
