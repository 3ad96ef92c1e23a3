import { and, eq, inArray, isNotNull, lt, not, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import { findOperation } from "#lib/catalog/catalog";
import { embedOrigin, embedSession, job, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { jobFilters } from "#lib/jobs/queries";
import { consoleAddress } from "#lib/kernel/addresses";
import { present, presentMs } from "#lib/kernel/clock";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import type { EmbedView } from "#lib/kernel/embed-view";
import { environment } from "#lib/kernel/environment";
import { type Problem, problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { namedRecord } from "#lib/kernel/named-record";
import { problemsOf } from "#lib/kernel/validation";
import { embedSessionEntries, enter, strike } from "#lib/security/credentials/directory";
import { EMBED_TOKEN_MINUTES } from "#lib/security/credentials/embed-token";
import { endGrounds } from "#lib/security/credentials/grounds";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { EMBED_PARAMETERS, embedSessionInput, newEmbedSessionModel } from "./model.ts";
import { allowedPermissions, viewPermissions } from "./permissions.ts";

const MINUTE_MS = 60_000;
/** Time for which a session is kept after it has expired, so that open views still learn of a revocation. */
const KEPT_MS = 24 * 60 * MINUTE_MS;
/** Time for which admins see a link after it has expired unused. */
const UNUSED_LINK_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

const PARAMETERS_DESCRIPTION = Object.entries(EMBED_PARAMETERS)
  .map(([view, schema]) => `\`${view}\`: ${Object.keys(schema.shape).join(", ")}`)
  .join("; ");

const PERMISSIONS_DESCRIPTION =
  "Without `permissions` the token may read the records that its view shows, and a patient (`patients:read`) only if the view is restricted to that patient: otherwise a form accepts an MRN as typed, without a lookup.";

/** Shortens a caller's value for use in an error message. */
const shortened = (given: string) => given.slice(0, 100);

/** A problem of the view's parameters as the session's request has it. */
const ofParameters = ({ field, message, sentence }: Problem): Problem =>
  problem(field === "" ? "parameters" : `parameters.${field}`, message, `parameters: ${sentence}`);

/** Returns the view's validated parameters. Throws `invalid` that lists each invalid one. */
function parametersOf(view: EmbedView, given: Record<string, unknown> | undefined): Record<string, unknown> {
  const parsed = EMBED_PARAMETERS[view].safeParse(given ?? {});
  if (!parsed.success) throw invalid(problemsOf(parsed.error, given ?? {}).map(ofParameters));
  const { operation, values = {} } = parsed.data as { operation?: string; values?: Record<string, unknown> };
  if (operation !== undefined) {
    const definition = findOperation(operation);
    if (!definition) {
      throw invalid(ofParameters(problem("operation", `must name a known operation, not ${shortened(operation)}`)));
    }
    const unknown = Object.keys(values).filter((field) => !Object.hasOwn(definition.form, field));
    if (unknown.length > 0) {
      const known = Object.keys(definition.form).join(", ");
      const names = unknown.slice(0, 10).map(shortened).join(", ");
      throw invalid(ofParameters(problem("values", `may have ${known}, not ${names}`)));
    }
    if ("metadata" in parsed.data && definition.takesMetadata === false) {
      throw invalid(ofParameters(problem("metadata", `is not taken by ${definition.id}`)));
    }
  }
  const filters = view === "jobs" ? jobFilters.safeParse(parsed.data) : null;
  if (filters?.error) throw invalid(problemsOf(filters.error, parsed.data).map(ofParameters));
  return parsed.data;
}

/**
 * Returns the patient of a view's job, to whom the view is then restricted. Throws `invalid` for a job of another account.
 */
async function ownerOf(tx: Transaction, accountId: string, jobId: unknown): Promise<{ patient_mrn?: string }> {
  if (typeof jobId !== "number") return {};
  const [found] = await tx
    .select({ patientMrn: job.patientMrn })
    .from(job)
    .where(and(eq(job.linkedAccountId, accountId), eq(job.id, jobId)));
  if (!found) throw invalid(ofParameters(problem("job_id", "must be the id of a job of this account")));
  return found.patientMrn === null ? {} : { patient_mrn: found.patientMrn };
}

/** Throws `invalid` for a permission that is unknown or not allowed for the view. */
function assertPermissions(view: EmbedView, asked: readonly string[]): void {
  const allowed = allowedPermissions(view);
  const beyond = asked.filter((permission) => !allowed.has(permission));
  if (beyond.length > 0) {
    const named = beyond.slice(0, 10).map((permission) => shortened(permission));
    throw invalid(problem("permissions", `must be among those that a view may have, not ${named.join(", ")}`));
  }
}

/** Throws `invalid` unless the origin of an address is registered. It stays so until the transaction ends. */
export async function assertRegistered(tx: Transaction, field: string, address: string): Promise<void> {
  const [registered] = await tx
    .select({ id: embedOrigin.id })
    .from(embedOrigin)
    .where(eq(embedOrigin.origin, new URL(address).origin))
    .for("share");
  if (registered) return;
  const what = field === "origin" ? "is not" : "is of an origin that is not";
  throw invalid(problem(field, `${what} registered for this organization`));
}

/**
 * Deletes the sessions that ended so long ago that no open view still asks for them. A link that was never used is listed
 * for longer, and one by which an EMR was linked for good, as it keeps what was agreed to.
 */
export async function forgetEndedSessions(tx: Transaction): Promise<void> {
  const isOver = (keptMs: number) => lt(embedSession.expiresAt, new Date(presentMs() - keptMs));
  const linked = tx.select({ id: linkToken.id }).from(linkToken).where(isNotNull(linkToken.linkedAt));
  const isListed = and(
    eq(embedSession.view, "link"),
    or(not(isOver(UNUSED_LINK_KEPT_MS)), inArray(embedSession.id, linked)),
  );
  const ended = await tx
    .delete(embedSession)
    .where(and(isOver(KEPT_MS), not(isListed as SQL)))
    .returning({ id: embedSession.id });
  await strike(
    tx,
    ended.map((session) => session.id),
  );
}

/**
 * POST /embed/sessions: issues a token for one view, valid for 15 minutes (decisions §9). Called by a partner's back
 * end.
 */
export const createEmbedSession = defineCommand({
  method: "POST",
  path: "/embed/sessions",
  embed: "account",
  summary: "Create a session for an embedded view",
  description: `Only for API clients. The token has the \`permissions\`, on the linked account of the \`access_token\`; with a \`patient_mrn\`, \`job_id\` or \`owner\` parameter, on that patient, job or owner's webhook endpoints only. ${PERMISSIONS_DESCRIPTION} Create a new session before this one expires. Parameters by view: ${PARAMETERS_DESCRIPTION}. A form can be submitted only if the session also has the permission of its operation.`,
  permission: "embed-sessions:create",
  status: 201,
  secret: true,
  input: embedSessionInput,
  done: "Embed session created",
  body: newEmbedSessionModel,
  made: ({ session_id }) => session_id,
  async execute({ tx, principal, tenant, input }) {
    if (principal.actor.kind !== "api_client") {
      throw new DomainError("forbidden", "Not allowed: only API clients may create embed sessions; nothing was saved");
    }
    const parameters = parametersOf(input.view, input.parameters);
    Object.assign(parameters, await ownerOf(tx, tenant.linkedAccountId, parameters.job_id));
    const permissions = input.permissions ?? viewPermissions(input.view, parameters);
    assertPermissions(input.view, permissions);
    await assertRegistered(tx, "origin", input.origin);
    await forgetEndedSessions(tx);
    const now = presentMs();
    const id = newId();
    const token = newToken("embed");
    const expiresAt = new Date(now + EMBED_TOKEN_MINUTES * MINUTE_MS);
    const tokenHash = hashToken(token);
    const written = tx.insert(embedSession).values({
      id,
      ...tenant,
      apiClientId: principal.actor.id,
      tokenHash,
      origin: input.origin,
      view: input.view,
      parameters,
      permissions: [...new Set(permissions)],
      actorId: input.actor.id,
      actorName: input.actor.name,
      theme: input.theme ?? {},
      expiresAt,
    });
    await Promise.all([
      written,
      enter(tx, embedSessionEntries({ id, tokenHash, organizationId: tenant.organizationId })),
    ]);
    const env = environment();
    const url = `${consoleAddress(env, env.PORT)}/embed/${id}`;
    return { session_id: id, token, expires_at: expiresAt.toISOString(), url };
  },
});

/** Returns the session of the request's path, locked. Throws `not_found`. */
const named = ({ tx, tenant, params }: Pick<CommandContext<unknown>, "tx" | "tenant" | "params">) =>
  namedRecord(params, "Embed session", (id) =>
    tx
      .select()
      .from(embedSession)
      .where(and(eq(embedSession.id, id), eq(embedSession.linkedAccountId, tenant.linkedAccountId)))
      .for("update"),
  );

/** DELETE /embed/sessions/{id}: rejects its token at once, in other processes within 5 s, and closes its view. */
export const revokeEmbedSession = defineCommand({
  method: "DELETE",
  path: "/embed/sessions/{id}",
  embed: "account",
  summary: "Revoke an embed session",
  description:
    "Its token is refused and its streams end: at once in the process that answers, within 5 seconds in others. Its view closes.",
  permission: "embed-sessions:delete",
  status: 200,
  input: z.object({}),
  body: z.object({ message: z.string() }),
  async execute(context) {
    const { id, revokedAt } = await named(context);
    await context.tx
      .update(embedSession)
      .set({ revokedAt: revokedAt ?? present() })
      .where(eq(embedSession.id, id));
    endGrounds(context.tx, `embed-session:${id}`);
    return { message: "Embed session revoked" };
  },
});
