import { z } from "zod";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";

/** A file of an export. */
export interface ExportFile {
  /** Type of its resources, as the server states it. */
  type: string;
  /** As the server wrote it: absolute, or relative to the address of its manifest. */
  url: string;
  /** Number of its resources, if the server states it. */
  count: number | null;
}

/** What a server says of an export that has ended (Bulk Data Access, output manifest), or of a part of it. */
export interface Manifest {
  /** The moment up to which the export has every change, as ISO 8601; null if the server states none. */
  transactionTime: string | null;
  /** Whether files of the server are asked for with the token. */
  requiresAccessToken: boolean;
  output: ExportFile[];
  deleted: ExportFile[];
  error: ExportFile[];
  /** Address of the next part of the manifest; null in the last one. */
  next: string | null;
}

const file = z.object({
  type: z.string().catch(""),
  url: z.string().min(1),
  count: z.number().int().nonnegative().nullable().catch(null).default(null),
});

const filesOf = (value: unknown): ExportFile[] => objectsOf(value).flatMap((each) => file.safeParse(each).data ?? []);

function momentOf(value: unknown): string | null {
  const moment = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

/** Returns the manifest that an answer holds; null if it is none. */
export function manifestOf(body: Untrusted | null): Manifest | null {
  if (body === null || !Array.isArray(body.output)) return null;
  const next = objectsOf(body.link).find(({ relation }) => relation === "next")?.url;
  return {
    transactionTime: momentOf(body.transactionTime),
    requiresAccessToken: body.requiresAccessToken !== false,
    output: filesOf(body.output),
    deleted: filesOf(body.deleted),
    error: filesOf(body.error),
    next: typeof next === "string" && next !== "" ? next : null,
  };
}
