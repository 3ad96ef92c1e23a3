import { KeyValueList } from "#components/ui/key-value-list";
import type { OrgSettingsSummary } from "#lib/resources/settings/model";
import { syncLines } from "./sync-words.ts";

/** What a settings sync changed, list by list. */
export function SyncResult({ result }: { result: Record<string, unknown> }) {
  return <KeyValueList items={syncLines(result.summary as OrgSettingsSummary)} />;
}
