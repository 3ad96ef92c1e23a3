import type { OrgSettingsSummary } from "#lib/resources/settings/model";
import { fieldLabel } from "./field-words.ts";

interface SyncLine {
  name: string;
  label: string;
  value: string;
}

/** Labels of the lists whose names in the summary are not readable; `link_org` is the linked account's own record. */
const LABELS: Record<string, string> = { link_org: "Linked account", staff_list: "Staff", timezone: "Time zone" };

/** Formats the counts of a settings sync, one line per list: "Providers: 1 new, 2 updated". */
export function syncLines(summary: OrgSettingsSummary): SyncLine[] {
  const lines = new Map<string, string[]>();
  for (const [name, value] of Object.entries(summary)) {
    const [, list = name, kind = ""] = /^(.+)_(created|updated|count|synced)$/.exec(name) ?? [];
    const words = lines.get(list) ?? [];
    lines.set(list, words);
    if (kind === "synced") words.push(value ? "Synced" : "Not synced");
    else if (typeof value === "boolean") words.push(value ? "Updated" : "No change");
    else if (kind === "count") words.push(String(value));
    else if (value > 0) words.push(`${value} ${kind === "created" ? "new" : "updated"}`);
  }
  return [...lines].map(([list, words]) => ({
    name: list,
    label: LABELS[list] ?? fieldLabel(list),
    value: words.join(", ") || "No change",
  }));
}
