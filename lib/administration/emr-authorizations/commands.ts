import { and, isNull, lte } from "drizzle-orm";
import { asLinking, whereLinking } from "#lib/administration/link-tokens/links-into";
import { proberOf } from "#lib/administration/linked-accounts/kept-probe";
import { countProbe, inProbePlace } from "#lib/administration/linked-accounts/probe-limit";
import { emrAuthorization } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { emrTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { appAt, whereToAuthorize } from "#lib/emr/app-authorization";
import { trimmedAddress } from "#lib/emr/port/connection-fields";
import { EmrError } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import type { Principal } from "#lib/kernel/principal";
import { hashToken } from "#lib/security/credentials/token-hash";
import { authorizationInput, begunModel } from "./model.ts";
import { newPass } from "./pass.ts";
import { toAuthorization } from "./queries.ts";

/** Time that somebody has to sign in at the EMR. */
const OPEN_MS = 10 * 60_000;

/** What nobody linked is forgotten after a day. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

const DISCOVERY_MS = 15_000;

/** Where our own page begins, in a window of its own. */
export const START_PATH = "/api/emr-authorization/start";

const refused = (message: string) => invalid(problem("base_url", message));

const NO_APP =
  "is an EMR at which this console is not registered, so nobody can sign in there: an admin registers it with the vendor and adds the app under Integrations";

const NO_APP_OF_ALL =
  "is an EMR at which nobody can sign in before the organization is there: enter a secret, or ask the operator of this console to register it with the vendor for all organizations";

/** Returns the app at a server, and where people sign in there. Throws `invalid` that says why nobody can. */
async function lookFor(principal: Principal, baseUrl: string) {
  const { organizationId } = whereLinking(principal);
  const isNew = principal.embed?.linksNew === true;
  const refusal = checkTarget(baseUrl, emrTargets());
  if (refusal) throw refused(refusal);
  const app = await appAt(organizationId, baseUrl, { isNew });
  if (!app) throw refused(isNew ? NO_APP_OF_ALL : NO_APP);
  countProbe(organizationId);
  try {
    const signal = AbortSignal.timeout(DISCOVERY_MS);
    return { app, at: await inProbePlace(organizationId, () => whereToAuthorize(app, baseUrl, signal)) };
  } catch (error) {
    if (error instanceof EmrError) throw refused(`is refused. ${error.message}`);
    throw error;
  }
}

/** POST /emr-authorizations: begins a sign-in at an EMR by SMART App Launch (additions §5). */
export const beginEmrAuthorization = defineCommand({
  method: "POST",
  path: "/emr-authorizations",
  embed: "linking",
  summary: "Begin a sign-in at an EMR",
  description:
    "SMART App Launch, standalone, with PKCE. 400 for an EMR at which this deployment is not registered (`/emr-apps`), before anybody starts. A form of our own page sends `start` to `start_path` in a window of its own, or in its own place for a link with `redirect_url`, which binds that browser by a cookie and leads on to the EMR; within ten minutes somebody consents there. GET /emr-authorizations/{id} says what became of it. What is granted is for the connection that names the id within a day, by whoever began it.",
  permission: "linked-accounts:create",
  by: "person",
  status: 201,
  secret: true,
  input: authorizationInput,
  done: "Sign-in begun",
  body: begunModel,
  made: ({ emr_authorization }) => emr_authorization.id,
  look: ({ principal, input: { base_url } }) => lookFor(principal, base_url),
  async execute({ tx, principal, input, looked: { app, at }, note }) {
    const { organizationId } = whereLinking(principal);
    const now = present();
    const id = newId();
    const start = newPass({ organizationId, id });
    const row = await asLinking(tx, principal, async () => {
      await tx
        .delete(emrAuthorization)
        .where(
          and(
            isNull(emrAuthorization.linkedAccountId),
            lte(emrAuthorization.expiresAt, new Date(now.getTime() - FORGOTTEN_MS)),
          ),
        );
      const [begun] = await tx
        .insert(emrAuthorization)
        .values({
          id,
          organizationId,
          begunBy: proberOf(principal),
          emrAppId: app.id,
          baseUrl: trimmedAddress(input.base_url),
          ...at,
          startHash: hashToken(start),
          expiresAt: new Date(now.getTime() + OPEN_MS),
        })
        .returning();
      return begun;
    });
    if (!row) throw new Error("The authorization was not written");
    note({ connected_to: new URL(row.baseUrl).origin });
    return { emr_authorization: toAuthorization(row), start, start_path: START_PATH };
  },
});
