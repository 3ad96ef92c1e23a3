import { KeyValueList } from "#components/ui/key-value-list";
import type { OrgSettingsSummary } from "#lib/resources/settings/model";
import { syncLines } from "./sync-words.ts";

/** Shows the changes of a settings sync, list by list. */
export function SyncResult({ result }: { result: Record<string, unknown> }) {
  return <KeyValueList items={syncLines(result.summary as OrgSettingsSummary)} />;
}
