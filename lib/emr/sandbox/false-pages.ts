import type { IdPage, RecordPage, SyncKind } from "#lib/emr/port/port";
import type { ListKind, PresentBehavior } from "./behavior.ts";
import { KIND_STATEMENTS } from "./kind-statements.ts";

type Lies = Pick<PresentBehavior, "empty" | "short_kind" | "broken_kind" | "broken_as">;

/** A field of each kind that every record has. */
const REQUIRED: Record<ListKind, string> = {
  locations: "name",
  providers: "lastName",
  visit_types: "name",
  staff: "lastName",
  referring_providers: "lastName",
  forms: "name",
  patients: "lastName",
  appointments: "startsAt",
  claims: "serviceDate",
  referrals: "reason",
  recalls: "dueDate",
  documents: "fileName",
};

const firstHalf = <Item>(items: readonly Item[]): Item[] => items.slice(0, Math.floor(items.length / 2));

/** Returns the page with its first record unreadable, or without a field that every record has. */
function withBrokenRecord(page: RecordPage, kind: ListKind, how: Lies["broken_as"]): RecordPage {
  const [first, ...others]: object[] = page.records;
  if (!first) return page;
  // The broken record is not of its type on purpose.
  const records = (how === "incomplete" ? [{ ...first, [REQUIRED[kind]]: null }, ...others] : others) as never[];
  if (how === "incomplete") return { ...page, records };
  const ehrId = String((first as Record<string, unknown>)[KIND_STATEMENTS[kind].key]);
  return { ...page, records, faulty: [{ ehrId, reason: "The EMR's record could not be read" }] };
}

/** Returns a page of records as a practice with this behaviour answers it; `cursor` is the start of the page. */
export function falsified<Kind extends SyncKind>(
  kind: Kind,
  cursor: string | null,
  page: RecordPage<Kind>,
  { empty, short_kind, broken_kind, broken_as }: Lies,
): RecordPage<Kind> {
  if (kind === "settings") return page;
  if (empty) return { ...page, records: [], next: null, total: 0 };
  const short: RecordPage =
    kind === short_kind ? { ...page, records: firstHalf(page.records), next: null, total: null } : page;
  const broken = kind === broken_kind && cursor === null;
  return (broken ? withBrokenRecord(short, kind as ListKind, broken_as) : short) as RecordPage<Kind>;
}

/** Does the same for a page of ids. */
export function falsifiedIds(kind: SyncKind, page: IdPage, { empty, short_kind }: Lies): IdPage {
  if (kind === "settings") return page;
  if (empty) return { ehrIds: [], next: null, total: 0 };
  return kind === short_kind ? { ehrIds: firstHalf(page.ehrIds), next: null, total: null } : page;
}
