import { z } from "zod";
import { emrApp } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { appRedirectUri } from "#lib/emr/app-redirect";
import { deploymentApps } from "./deployment-apps.ts";
import { type EmrAppModel, emrAppModel } from "./model.ts";

/** Maps a stored app to its model, without its secret. */
export const toEmrApp = (row: typeof emrApp.$inferSelect): EmrAppModel => ({
  id: row.id,
  of: "organization",
  issuer: row.issuer,
  client_id: row.clientId,
  proof: row.clientSecret === null ? "own_key" : "secret",
  token_url: row.tokenUrl,
  scopes: row.scopes,
  redirect_uri: appRedirectUri(),
  created_at: row.createdAt.toISOString(),
});

const ofOrganization = defineList({
  path: "/emr-apps",
  embed: "account",
  summary: "List the organization's apps at EMRs",
  description:
    "Secrets are never shown. API clients do not have this permission. `deployment_apps` are those that the operator has registered for all organizations: where the organization has an app of its own for a server, that is used. Nobody can change them here.",
  permission: "emr-apps:read",
  patientData: false,
  key: "emr_apps",
  model: emrAppModel,
  table: emrApp,
  scope: "organizationId",
  order: keyset("asc", emrApp.id),
  toModels: async (rows) => rows.map(toEmrApp),
});

/** GET /emr-apps: what vendors gave when they registered this deployment, oldest first (additions §5). */
export const listEmrApps: typeof ofOrganization = {
  ...ofOrganization,
  body: ofOrganization.body.extend({
    deployment_apps: z.array(emrAppModel).describe("The operator's, for all organizations"),
  }),
  read: async (context) => ({
    ...(await ofOrganization.read(context)),
    deployment_apps: await deploymentApps(context.tx),
  }),
};
