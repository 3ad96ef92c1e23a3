import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asLinking } from "#lib/administration/link-tokens/links-into";
import { proberOf } from "#lib/administration/linked-accounts/kept-probe";
import { emrAuthorization } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { appAt } from "#lib/emr/app-authorization";
import { present } from "#lib/kernel/clock";
import { namedRecord } from "#lib/kernel/named-record";
import { type AuthorizationModel, authorizationInput, authorizationModel } from "./model.ts";
import { type AuthorizationProblem, isProblem, PROBLEMS } from "./outcome.ts";

type Row = typeof emrAuthorization.$inferSelect;

function problemOf({ problem, grantedAt, expiresAt }: Row): AuthorizationProblem | null {
  if (grantedAt) return null;
  if (problem !== null) return isProblem(problem) ? problem : "emr_error";
  return expiresAt <= present() ? "late" : null;
}

/** Maps a stored authorization to its model, without anything that is secret. */
export function toAuthorization(row: Row): AuthorizationModel {
  const problem = problemOf(row);
  return {
    id: row.id,
    state: row.grantedAt ? "granted" : problem ? "failed" : "begun",
    base_url: row.baseUrl,
    problem: problem && PROBLEMS[problem],
    sign_in_at: new URL(row.authorizeUrl).host,
    fhir_user: row.fhirUser,
    expires_at: row.expiresAt.toISOString(),
  };
}

/** GET /emr-authorizations/{id}: the state of a sign-in at an EMR. Others than the person or link token that began it get 404 (additions §5). */
export const getEmrAuthorization = defineQuery({
  path: "/emr-authorizations/{id}",
  embed: "linking",
  summary: "Get what became of a sign-in at an EMR",
  description: "For the person, or the view of the link token, that began it.",
  permission: "linked-accounts:read",
  patientData: false,
  query: noQuery,
  body: z.object({ emr_authorization: authorizationModel }),
  async read({ tx, actor, embed, params }) {
    const row = await asLinking(tx, { embed }, () =>
      namedRecord(params, "EMR authorization", (id) =>
        tx
          .select()
          .from(emrAuthorization)
          .where(and(eq(emrAuthorization.id, id), eq(emrAuthorization.begunBy, proberOf({ actor, embed })))),
      ),
    );
    return { emr_authorization: toAuthorization(row) };
  },
});

/** GET /emr-sign-in: whether people can sign in at an EMR, so that nobody is asked for secrets instead. It asks no EMR. */
export const getEmrSignIn = defineQuery({
  path: "/emr-sign-in",
  embed: "linking",
  summary: "Check whether people can sign in at an EMR",
  description: "By the apps of `/emr-apps`, without a call of the EMR.",
  permission: "linked-accounts:read",
  patientData: false,
  query: authorizationInput,
  body: z.object({ has_app: z.boolean() }),
  read: async ({ organizationId, embed, query }) => ({
    has_app:
      (await appAt(embed?.linksInto ?? organizationId, query.base_url, { isNew: embed?.linksNew === true })) !==
      undefined,
  }),
});
