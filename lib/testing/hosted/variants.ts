/**
 * Every way in which answers of the hosted service differ: between its pages, or because none of them says it. The first
 * value of a switch is the one that its pages show, or the likelier one.
 */
export const VARIANTS = {
  /** Place of the identifiers of an acceptance. */
  acceptedIds: ["top", "data"],
  /** `documented`: a number in writes, text in fetches. The last one renames the field. */
  jobId: ["documented", "text", "number", "job_execution_id"],
  acceptedStatus: [202, 200],
  currentPage: ["current_page", "page"],
  totalCount: ["number", "text", "absent"],
  pageSizeOver100: ["refused", "capped"],
  /** Whether GET /appointments, whose page names no pages, has them. */
  appointmentPages: ["none", "pages"],
  /** Whether the lists whose pages say nothing of pages, such as providers and locations, have them. */
  listPages: ["none", "pages"],
  /** Whether GET /appointment/{id} takes the EMR's id beside the service's. */
  appointmentPath: ["id", "either"],
  /** Whether GET /appointments knows `category`. If it is ignored, each category answers the appointments. */
  category: ["ignored", "honoured"],
  /** Content of `appointments` of GET /appointment/{id}, or its other name. */
  oneAppointment: ["appointments_object", "appointments_array", "appointment"],
  duration: ["number", "text"],
  datetime: ["offset", "local", "utc"],
  amounts: ["text", "number"],
  sex: ["word", "letter", "capitalized"],
  hideInAvailability: ["boolean", "text"],
  /** Where the hours name their facility and dates. */
  facility: ["shift", "day"],
  rangeTimes: ["moment", "time"],
  /** Whether /claims/fetch, /org-settings/fetch and /services, of which no page was found, are there. */
  undocumented: ["as_interface", "missing"],
  callbackUrls: ["taken", "ignored"],
  /** Requests that a lost login refuses. */
  lostLogin: ["all", "writes"],
  /** Name of the list of GET /webhook-events. */
  eventList: ["webhook_events", "events", "data"],
  /** Content of `data` of an entry of GET /webhook-events. */
  eventData: ["data", "envelope"],
  /** Whose events GET /webhook-events lists: those of the access token's account, or of all accounts of the client. */
  eventScope: ["account", "client"],
  /** Whether the `start_date` and `end_date` of GET /webhook-events may be times. */
  eventDates: ["any", "days"],
  /** Order of GET /webhook-events without `sort`. */
  eventOrder: ["newest", "oldest"],
  eventBytes: ["compact", "spaced", "escaped"],
  /** What the signature of an event covers: its body in the compact form, or the bytes that are sent. */
  signedForm: ["compact", "bytes"],
  eventReference: ["always", "not_in_claims"],
  /** `job_id` of an event of what staff changed. */
  syncJobId: ["absent", "null"],
  syncData: ["ids", "record"],
  /** Entries of `reasons` of a failure. */
  reasons: ["objects", "texts"],
  /** Ending of the event types of messages and tasks, which are not shown. */
  doneType: ["created", "sent"],
  /** Answer that shows the secret of the client's events. */
  secretShown: ["registration", "rotation"],
  secretName: ["secret", "webhook_secret"],
} as const;

type Names = keyof typeof VARIANTS;

/** One value of each switch. */
export type Variants = { -readonly [Name in Names]: (typeof VARIANTS)[Name][number] };

const NAMES = Object.keys(VARIANTS) as Names[];

const rowOf = (place: (values: readonly unknown[]) => number): Variants =>
  Object.fromEntries(
    NAMES.map((name) => [name, (VARIANTS[name] as readonly unknown[])[place(VARIANTS[name])]]),
  ) as unknown as Variants;

/** The first value of each switch. */
export const FIRST_VARIANTS: Variants = rowOf(() => 0);

/** Returns rows of values, in which each value of each switch occurs. The last row has the last values alone. */
export function variantRows(): Variants[] {
  const longest = Math.max(...NAMES.map((name) => VARIANTS[name].length));
  return [
    ...Array.from({ length: longest }, (_, row) => rowOf((values) => row % values.length)),
    rowOf((values) => values.length - 1),
  ];
}

/** Returns rows that differ from the first values in one switch alone. */
export function singleVariants(): { name: string; variants: Variants }[] {
  return NAMES.flatMap((name) =>
    VARIANTS[name].slice(1).map((value) => ({
      name: `${name}: ${value}`,
      variants: { ...FIRST_VARIANTS, [name]: value } as Variants,
    })),
  );
}

/** Reads one `name=value`. Throws with what was expected if the switch or the value is unknown. */
export function readVariant(text: string): Partial<Variants> {
  const [name = "", value] = text.split("=", 2);
  if (!(name in VARIANTS)) throw new Error(`variant must be one of ${NAMES.join(", ")}`);
  const values: readonly unknown[] = VARIANTS[name as Names];
  const found = values.find((each) => String(each) === value);
  if (found === undefined) throw new Error(`${name} must be one of ${values.join(", ")}`);
  return { [name]: found } as Partial<Variants>;
}
