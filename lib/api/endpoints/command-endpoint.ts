import type { z } from "zod";
import { inParts } from "#lib/api/answer/in-parts";
import { idempotently } from "#lib/api/request/idempotency";
import { assertState, readPreconditions } from "#lib/api/request/preconditions";
import { refuseUnknownFields } from "#lib/api/request/unknown-fields";
import { unknownInWrite } from "#lib/api/request/unknown-in-write";
import { asOwnChange } from "#lib/db/change-cause";
import type { AuditDetail } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { CommandDefinition } from "#lib/definitions/command";
import { withoutRefusedNulls } from "#lib/kernel/absent-null";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import type { Tagged } from "#lib/kernel/entity-tag";
import type { Principal } from "#lib/kernel/principal";
import { warningsOf } from "#lib/kernel/unknown-fields";
import { problemsOf } from "#lib/kernel/validation";
import { writeAudit } from "#lib/security/audit/audit-log";
import { wakeStreams } from "#lib/stream/message";
import type { Endpoint } from "./endpoint.ts";

const PERSON_ALONE = "Not allowed: this needs the session of an admin; an API client cannot do it; nothing was saved";

const LINK_ALONE = "Not allowed: this needs a link token; nothing was saved";

/** Throws 403 for a caller of another kind than the command is for. */
function assertCaller(
  { by, alone, embed: limit }: Pick<CommandDefinition, "by" | "alone" | "embed">,
  { actor, embed, isWithoutAccount }: Principal,
): void {
  if (by === "link" && !embed?.links) throw new DomainError("forbidden", LINK_ALONE);
  const mayLink = limit === "linking" && embed?.links;
  if (by === "person" && actor.kind !== "user" && !mayLink && !(alone && isWithoutAccount))
    throw new DomainError("forbidden", PERSON_ALONE);
}

/** Returns the route of a command: it checks the body and executes the command with its audit entry. */
export function command<Input extends z.ZodObject, Body extends z.ZodObject, Looked>(
  definition: CommandDefinition<Input, Body, Looked>,
): Endpoint {
  const route = `${definition.method} ${definition.path}`;
  return {
    route,
    permission: definition.permission,
    alone: definition.alone,
    embed: definition.embed,
    audit: "handler",
    ...(definition.conditional ? { conditional: true } : {}),
    async handle({ request, url, params, principal, audit, body: readBody, judgeAgain }) {
      assertCaller(definition, principal);
      const body = withoutRefusedNulls(definition.input, await readBody());
      const parsed = definition.input.safeParse(body);
      if (!parsed.success) throw invalid(problemsOf(parsed.error, body));
      const unknown = unknownInWrite(definition.input, body, url);
      const warnings = warningsOf(unknown);
      const { organizationId, linkedAccountId } = principal;
      const tenant = { organizationId, linkedAccountId };
      const claim = { principal, request, route, params, body, secret: definition.secret ?? false };
      // A dry run changes nothing, so the audit log must not list it.
      const isDryRun = (parsed.data as { dry_run?: unknown }).dry_run === true;
      const note = async (tx: Transaction, resource: string | null) => {
        if (!isDryRun) await writeAudit(tx, { ...audit, status: definition.status, resource });
      };
      const answerOf = (changed: z.infer<Body>) => ({
        status: definition.status,
        body: {
          success: true,
          ...(definition.done && { message: definition.done }),
          ...changed,
          ...(warnings.length > 0 && { warnings }),
        },
      });
      const asked = { principal, tenant, params, input: parsed.data };
      if ("executeInParts" in definition) {
        const { executeInParts } = definition;
        const first = {
          before: (tx: Transaction) => refuseUnknownFields(tx, principal, unknown),
          after: (tx: Transaction) => note(tx, audit.resource),
        };
        const { result, headers } = await inParts(claim, first, (part) =>
          asOwnChange({ jobId: null }, () => executeInParts({ ...asked, part })),
        );
        return { ...answerOf(result), headers };
      }
      const { conditional } = definition;
      const preconditions = readPreconditions(request.headers);
      let isJudged = !conditional || Object.values(preconditions).every((condition) => condition === null);
      const assertMatch = (current: Tagged<object>, isThere = true) => {
        isJudged = true;
        const maySee = conditional !== undefined && principal.permissions.has(conditional.shows);
        assertState(preconditions, { current, isThere, maySee });
      };
      const looked = (await definition.look?.(asked)) as Looked;
      if (definition.look) await judgeAgain();
      const answer = await idempotently(claim, async (tx) => {
        await refuseUnknownFields(tx, principal, unknown);
        const detailed = (detail: AuditDetail) => Object.assign(audit, { detail });
        const changed = await asOwnChange({ jobId: null }, () =>
          definition.execute({ ...asked, tx, looked, note: detailed, assertMatch }),
        );
        if (!isJudged) throw new Error(`${route} has not judged its conditions`);
        await note(tx, definition.made?.(changed) ?? audit.resource);
        return answerOf(changed);
      });
      wakeStreams(linkedAccountId);
      return answer;
    },
  };
}
