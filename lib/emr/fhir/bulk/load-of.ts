import type { FhirContext } from "#lib/emr/fhir/context";
import type { SyncKind } from "#lib/emr/port/sync";
import { BulkLoad } from "./bulk-load.ts";
import { type ExportLevel, exportedTypes, levelOf } from "./levels.ts";

/** A kind that may be read from an export, with the type of resource without which it is not read. */
export interface LoadableKind {
  kind: SyncKind;
  type: string;
  /** True if an export is its only way. */
  isAlways: boolean;
}

/** Returns the level at which exports are asked for; null if the server offers none, or of a group alone that is no longer named. */
function levelFor({ findings, connection }: FhirContext): ExportLevel | null {
  const { exports } = findings;
  return levelOf(connection.export_group === undefined ? exports.filter((level) => level !== "group") : exports);
}

/** Returns the loads of a server that exports; null for any other. */
export function bulkLoadOf(context: FhirContext, kinds: readonly LoadableKind[]): BulkLoad | null {
  const level = levelFor(context);
  if (level === null) return null;
  const types = exportedTypes(level);
  const loaded = kinds.filter(({ type }) => types.includes(type));
  if (loaded.length === 0) return null;
  const { server, connection, contradict } = context;
  return new BulkLoad({
    server,
    level,
    group: connection.export_group,
    kinds: new Set(loaded.map(({ kind }) => kind)),
    always: new Set(loaded.filter(({ isAlways }) => isAlways).map(({ kind }) => kind)),
    contradict,
  });
}
