/** In what a server differs in its exports (Bulk Data Access), as data. */
export interface BulkQuirks {
  /** Levels at which exports are begun, and those that the CapabilityStatement names. */
  levels: readonly ("system" | "patient" | "group")[];
  stated: readonly ("system" | "patient" | "group")[];
  /** The only group whose records are exported. */
  group: string;
  /** The Group itself, as it is read; null if the server shows none. */
  groupResource: object | null;
  /** Answers to the questions about the status before the export has ended, in turn. */
  before: readonly { status: number; headers?: Record<string, string>; body?: object }[];
  /** True if an export never ends: the last answer of `before` is repeated. */
  isEndless: boolean;
  /** The answer to a request for an export; null if it is begun. Counted down by `refusals`. */
  refusal: { status: number; headers?: Record<string, string> } | null;
  /** How often the refusal is given; by default always. */
  refusals: number;
  /** True if a request with `Prefer: handling=lenient` alone is taken. */
  wantsLenient: boolean;
  /** Types of which the server exports nothing: a request that names one is refused. */
  unknownTypes: readonly string[];
  /** What such a refusal names: the first of the types, all of them, those that are exported, or nothing. */
  namesTypes: "first" | "all" | "exported" | "none";
  /** True if the CapabilityStatement leaves these types out. */
  statesTypes: boolean;
  /** Address of the definitions of exports in the CapabilityStatement; null for the guide's. */
  definitions: string | null;
  /**
   * What the server does with `_since`: `honoured`; `ignored`; `empty`: the export is, whatever changed; `created`: it has what is
   * new, but not what changed; `refused` with 400.
   */
  since: "honoured" | "ignored" | "empty" | "created" | "refused";
  /** Resources of a file. */
  fileSize: number;
  /** Files of a part of the manifest; null for a manifest in one part. */
  partSize: number | null;
  /** True if files are packed by gzip, with and without saying so. */
  gzip: "no" | "stated" | "silent";
  /** `own`: at the server's origin. `elsewhere`: at the origin of the other server, which must see no token. */
  files: "own" | "elsewhere";
  requiresAccessToken: boolean | null;
  /** Number that is added to the count of each file; null for files without a count. */
  counts: number | null;
  /** Types of which the export has no file, and resources that it leaves out, as `Type/id`. */
  lacking: readonly string[];
  /** Lines in place of those of resources, by `Type/id`. */
  lines: Readonly<Record<string, string>>;
  /** How often a file breaks off after some bytes, by its name such as `Patient-0`. */
  cuts: Record<string, { after: number; times: number }>;
  /** How often a file is held after some bytes until its connection ends, by its name. */
  holds: Record<string, { after: number; times: number }>;
  /** Status of a file, by its name; of `times` answers if that is named. */
  statuses: Record<string, { status: number; times?: number }>;
  /** True if a file is at its address until the manifest is asked for again. */
  isShortLived: boolean;
  /** Resources that are named as deleted, as `Type/id`. */
  deleted: readonly string[];
  /** Severities of the issues in the file of errors. */
  errors: readonly string[];
  /** `transactionTime` of the manifest; null for the moment of the request. */
  transactionTime: string | null;
  /** The manifest's body in place of the true one. */
  manifest: object | null;
}

/** A server that exports as the guide says. */
export const NO_BULK_QUIRKS: BulkQuirks = {
  levels: ["system", "patient", "group"],
  stated: ["system", "patient", "group"],
  group: "all",
  groupResource: null,
  before: [{ status: 202, headers: { "retry-after": "0", "x-progress": "in progress" } }],
  isEndless: false,
  refusal: null,
  refusals: Number.POSITIVE_INFINITY,
  wantsLenient: false,
  unknownTypes: [],
  namesTypes: "first",
  statesTypes: false,
  definitions: null,
  since: "honoured",
  fileSize: 1_000,
  partSize: null,
  gzip: "no",
  files: "own",
  requiresAccessToken: true,
  counts: 0,
  lacking: [],
  lines: {},
  cuts: {},
  holds: {},
  statuses: {},
  isShortLived: false,
  deleted: [],
  errors: [],
  transactionTime: null,
  manifest: null,
};
