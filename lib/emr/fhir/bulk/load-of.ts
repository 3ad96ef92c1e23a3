import type { FhirContext } from "#lib/emr/fhir/context";
import type { SyncKind } from "#lib/emr/port/sync";
import { BulkLoad } from "./bulk-load.ts";
import { type ExportLevel, exportedTypes } from "./levels.ts";

/** Returns the level at which a server's export is asked for: of the group that an admin named, else of all. Null if it offers none. */
function levelOf({ findings, connection }: FhirContext): ExportLevel | null {
  const { exports } = findings;
  if (connection.export_group !== undefined && exports.includes("group")) return "group";
  return (["system", "patient"] as const).find((level) => exports.includes(level)) ?? null;
}

/**
 * Returns the first load of a server that exports; null for any other. `typeOf` returns the type of resource without which a
 * kind is not read.
 */
export function bulkLoadOf(context: FhirContext, kinds: readonly { kind: SyncKind; type: string }[]): BulkLoad | null {
  const level = levelOf(context);
  if (level === null) return null;
  const types = exportedTypes(level);
  const loaded = kinds.filter(({ type }) => types.includes(type)).map(({ kind }) => kind);
  if (loaded.length === 0) return null;
  const { server, connection, contradict } = context;
  return new BulkLoad({ server, level, group: connection.export_group, kinds: new Set(loaded), contradict });
}
