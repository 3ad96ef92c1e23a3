import type { AuditEntryModel } from "#lib/administration/audit-log/model";

/** Returns the details of a change of a linked account in words; null if the entry has none. */
export function detailWords({ detail }: Pick<AuditEntryModel, "detail">): string | null {
  if (detail === null) return null;
  const { switched_on: on = [], switched_off: off = [], connected_to: origin } = detail;
  const parts = [
    ...(on.length > 0 ? [`Switched on: ${on.join(", ")}`] : []),
    ...(off.length > 0 ? [`Switched off: ${off.join(", ")}`] : []),
    ...(origin === undefined ? [] : [`Connected to ${origin}`]),
  ];
  return parts.length > 0 ? parts.join(" · ") : null;
}
