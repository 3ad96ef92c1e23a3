import { findOperation, operationIds } from "#lib/catalog/catalog";
import { writtenPermissions } from "#lib/catalog/generated/written-routes";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import type { Widget } from "#lib/definitions/operation";
import type { EmbedView } from "#lib/kernel/embed-view";
import { ADMIN_PERMISSIONS, type ReadPermission } from "#lib/security/permissions";

/** The only administrative permissions that a browser's token may have. */
const ALLOWED_ADMINISTRATION = new Set<string>(["providers:update"]);

/**
 * The permissions that a token of every other view than `webhooks` and `booking` may have: the integrator's permissions for records and operations. Credentials,
 * users, webhooks, origins and sessions are excluded, because a token that can create sessions could grant itself every
 * other permission.
 */
export const EMBED_PERMISSIONS: ReadonlySet<string> = new Set(
  [...INTEGRATOR_PERMISSIONS].filter(
    (permission) =>
      ALLOWED_ADMINISTRATION.has(permission) ||
      !ADMIN_PERMISSIONS.some((administration) => administration === permission),
  ),
);

/**
 * The permissions that a token of the view `webhooks` may have, and has by default. Their routes keep it within its
 * owner's endpoints.
 */
const PORTAL_PERMISSIONS = [
  "events:read",
  "events:redeliver",
  "webhook-endpoints:create",
  "webhook-endpoints:delete",
  "webhook-endpoints:read",
  "webhook-endpoints:update",
] as const;

/**
 * The permissions that a token of the view `booking` may have, and has by default. Their routes keep it to what the view offers
 * and to its own bookings.
 */
const BOOKING_PERMISSIONS: readonly string[] = [
  "availability:read",
  "events:read",
  "jobs:read",
  "locations:read",
  "visit-types:read",
  ...operationIds.filter((id) => findOperation(id)?.embed === "bookable"),
].sort();

const ALLOWED: Partial<Record<EmbedView, ReadonlySet<string>>> = {
  webhooks: new Set(PORTAL_PERMISSIONS),
  booking: new Set(BOOKING_PERMISSIONS),
};

/** Returns the permissions that a token of a view may have. */
export const allowedPermissions = (view: EmbedView): ReadonlySet<string> => ALLOWED[view] ?? EMBED_PERMISSIONS;

/** Permissions of the queries with which a job's panel resolves names. */
const PANEL_PERMISSIONS: readonly ReadPermission[] = [
  "events:read",
  "forms:read",
  "locations:read",
  "visit-statuses:read",
];

const VIEW_PERMISSIONS: Record<EmbedView, readonly string[]> = {
  jobs: ["jobs:read", ...PANEL_PERMISSIONS],
  job: ["jobs:read", ...PANEL_PERMISSIONS],
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
  operation: ["jobs:read", "settings:read", ...PANEL_PERMISSIONS],
  webhooks: PORTAL_PERMISSIONS,
  booking: BOOKING_PERMISSIONS,
};

/** Permissions of the queries of a form's pickers, besides the settings. */
const WIDGET_PERMISSIONS: Partial<Record<Widget, ReadPermission>> = {
  location: "locations:read",
  provider: "providers:read",
  staff: "staff:read",
  "staff-or-group": "staff:read",
  "visit-status": "visit-statuses:read",
  "visit-type": "visit-types:read",
  "referring-provider": "referring-providers:read",
  form: "forms:read",
  answers: "forms:read",
  appointment: "appointments:read",
  referral: "referrals:read",
  recall: "recalls:read",
};

/**
 * Returns the default permissions of a view's session: the reads that it needs, or all of the views `webhooks` and `booking` (decisions §9). Only a view
 * restricted to one patient may read patients, their payments and their claims: the records of other views carry the patient's name (`patient_name`).
 */
export function viewPermissions(view: EmbedView, about: { operation?: string; patient_mrn?: string }): string[] {
  const operation = about.operation === undefined ? undefined : findOperation(about.operation);
  const widgets = Object.values(operation?.form ?? {}).map(({ widget }) => widget);
  const picked = widgets.flatMap((widget) => WIDGET_PERMISSIONS[widget] ?? []);
  // What the form compares with before it sends (decisions §3).
  const compared =
    operation?.sameBy && operation.listedIn ? [writtenPermissions[operation.listedIn], "claims:read"] : [];
  // The form of a change lets choose among the patient's.
  const chosen =
    operation?.method === "PATCH" && operation.changes?.kind === "insurances" ? ["patient-insurances:read"] : [];
  const ofPatient =
    about.patient_mrn === undefined || view === "booking" ? [] : ["patients:read", ...compared, ...chosen];
  return [...new Set<string>([...VIEW_PERMISSIONS[view], ...picked, ...ofPatient])].sort();
}
