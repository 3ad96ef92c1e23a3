import { z } from "zod";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import type { SyncKind } from "#lib/emr/port/sync";
import { presentMs } from "#lib/kernel/clock";
import { type AskedChanges, type ChangedResource, changedResource } from "./export-state.ts";

/** An export of all resources is asked for at least this often. */
const WEEK_MS = 7 * 86_400_000;
/** A change may become visible this long after the moment that it carries. */
const SETTLING_MS = 60_000;
/** Resources by which an export of changes is proved. */
const KNOWN = 3;

/**
 * The kinds of which what changed is enough: their records refer to no others, which an export of changes lacks and which can
 * often not be read otherwise.
 */
const BY_CHANGES: ReadonlySet<SyncKind> = new Set(["patients", "locations"]);

/** The watermark of a kind that is read from exports alone. */
export const exportMark = z.object({
  type: z.string(),
  /** Moment up to which the last export has every change; null if the server states none. */
  from: z.string().nullable(),
  /** When the last export of all resources was read, by this machine's clock. */
  wholeAt: z.string(),
  /** The resources of the type that changed last. */
  known: z.array(changedResource),
});

export type ExportMark = z.infer<typeof exportMark>;

/** Parses a watermark; null for that of a kind that was read in another way before. */
export function parsedMark(text: string | null): ExportMark | null {
  if (text === null) return null;
  try {
    return exportMark.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Returns the moment of a resource's last change as it states it, as ISO 8601; null without one. */
export function changedAt({ meta }: Untrusted): string | null {
  const stated = (meta as { lastUpdated?: unknown } | null | undefined)?.lastUpdated;
  const moment = typeof stated === "string" ? Date.parse(stated) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

/** Returns the resources that changed last, of those that are known and some further ones. */
export function latestOf(known: readonly ChangedResource[], further: readonly Untrusted[]): ChangedResource[] {
  const all = new Map(known.map((each) => [each.id, each]));
  for (const resource of further) {
    const at = changedAt(resource);
    if (at !== null && typeof resource.id === "string") all.set(resource.id, { id: resource.id, at });
  }
  return [...all.values()].toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, KNOWN);
}

/**
 * Returns which changes an export is asked for after the watermarks of all kinds that wait for it; null if all resources are
 * needed, or it could not be proved that an export has what changed.
 */
export function changesAfter(marks: readonly (string | null)[], always: ReadonlySet<SyncKind>): AskedChanges | null {
  if ([...always].some((kind) => !BY_CHANGES.has(kind))) return null;
  const moments: number[] = [];
  const known: Record<string, ChangedResource[]> = {};
  for (const text of marks) {
    const mark = parsedMark(text);
    if (mark === null || mark.from === null || mark.known.length === 0) return null;
    if (presentMs() - Date.parse(mark.wholeAt) > WEEK_MS) return null;
    known[mark.type] = mark.known;
    moments.push(Date.parse(mark.from) - SETTLING_MS, ...mark.known.map(({ at }) => Date.parse(at) - 1_000));
  }
  return moments.length === 0 ? null : { since: new Date(Math.min(...moments)).toISOString(), known };
}
