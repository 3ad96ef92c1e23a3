import { findOperation } from "#lib/catalog/catalog";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { ADMIN_PERMISSIONS, type ReadPermission } from "#lib/security/permissions";
import type { EmbedView } from "./model.ts";

/** Administration that a token in a browser may have after all. */
const ALLOWED_ADMINISTRATION = new Set<string>(["providers:update"]);

/**
 * What an embed token may be given: of the integrator's own permissions those that concern records and work. Credentials,
 * people, webhooks, origins and sessions are no browser's to change: who could make sessions could give oneself the rest.
 */
export const EMBED_PERMISSIONS: ReadonlySet<string> = new Set(
  [...INTEGRATOR_PERMISSIONS].filter(
    (permission) =>
      ALLOWED_ADMINISTRATION.has(permission) ||
      !ADMIN_PERMISSIONS.some((administration) => administration === permission),
  ),
);

/** What a job's panel looks up to call things by their names. */
const PANEL_READS: readonly ReadPermission[] = ["events:read", "locations:read", "visit-statuses:read"];

const VIEW_READS: Record<EmbedView, readonly ReadPermission[]> = {
  jobs: ["jobs:read", ...PANEL_READS],
  job: ["jobs:read", ...PANEL_READS],
  appointments: [
    "appointments:read",
    "events:read",
    "locations:read",
    "providers:read",
    "visit-statuses:read",
    "visit-types:read",
  ],
  providers: ["providers:read", "availability:read", "events:read", "locations:read"],
  documents: ["documents:read", "events:read"],
  operation: ["jobs:read", "settings:read", ...PANEL_READS],
};

/** What the pickers of a form look up besides the settings. */
const WIDGET_READS: Record<string, ReadPermission> = {
  location: "locations:read",
  provider: "providers:read",
  staff: "staff:read",
  "visit-status": "visit-statuses:read",
  "referring-provider": "referring-providers:read",
  form: "forms:read",
  answers: "forms:read",
  appointment: "appointments:read",
  referral: "referrals:read",
  recall: "recalls:read",
};

/**
 * What a view needs to read: the default permissions of its session (decisions §9). The patients are read by one that is
 * kept to one of them alone: what others show says who they are about (`patient_name`).
 */
export function viewPermissions(view: EmbedView, about: { operation?: string; patient_mrn?: string }): string[] {
  const operation = about.operation === undefined ? undefined : findOperation(about.operation);
  const widgets = Object.values(operation?.form ?? {}).map(({ widget }) => widget);
  const picked = widgets.flatMap((widget) => WIDGET_READS[widget] ?? []);
  const ofPatient: ReadPermission[] = about.patient_mrn === undefined ? [] : ["patients:read"];
  return [...new Set<string>([...VIEW_READS[view], ...picked, ...ofPatient])].sort();
}
