import { JsonText } from "#lib/api/answer/json-text";
import { keptAnswers } from "#lib/api/answer/kept-answers";
import { identityOf, namesTag, notModified, validatorOf } from "#lib/api/answer/validator";
import { countRecordRead, countRepeatedRead } from "#lib/db/replicas/metrics";
import { readOnReplica, replicaInUse } from "#lib/db/replicas/read-on-replica";
import type { Replica } from "#lib/db/replicas/replica";
import { readTenant, readTenantAtOnce, type Transaction } from "#lib/db/tenant";
import type { QueryDefinition } from "#lib/definitions/query";
import { DomainError } from "#lib/kernel/domain-error";
import type { Answer, Call } from "./endpoint.ts";
import { presentState, readState, recordsOf } from "./record-state.ts";

/** Reads the content of an answer. Throws a DomainError, such as 404. */
export type Read = (tx: Transaction) => Promise<Record<string, unknown>>;

interface Validated {
  /** The tables that the answer is made of. */
  reads: NonNullable<QueryDefinition["reads"]>;
  /** See QueryDefinition. */
  atOnce: boolean;
  read: Read;
}

/** The content that a read found, or its refusal. */
type Found = { content: Record<string, unknown> } | { refusal: DomainError };

/**
 * Returns what a replica has of an answer if that is the present answer, as `etag`, which the primary has just named,
 * shows; otherwise null. The tables' version changes in the transaction of each change, so a replica with this version
 * has replayed every change of these records that was committed before the primary was asked, by whichever process.
 */
async function presentOnReplica(
  replica: Replica,
  { url, principal }: Call,
  { reads, atOnce, read }: Validated,
  etag: string,
): Promise<Found | null> {
  const work = (tx: Transaction) =>
    Promise.all([
      readState(tx, principal.linkedAccountId, recordsOf(reads)),
      read(tx).then(
        (content): Found => ({ content }),
        (error): Found => {
          // A record that is not there may only be missing on the replica.
          if (error instanceof DomainError) return { refusal: error };
          throw error;
        },
      ),
    ]);
  const answered = await readOnReplica(replica, principal, work, { atOnce });
  if (!answered) return null;
  const [state, found] = answered;
  if (validatorOf(identityOf(principal, url), state) === etag) return found;
  countRepeatedRead("behind");
  return null;
}

/**
 * Answers about synchronized records with an ETag (decisions §5): 304 if the caller names the present one, and the kept
 * bytes if the last answer had it; no record is read then. Otherwise reads the records, on a replica if one has them as
 * the primary does.
 */
export async function validatedAnswer(call: Call, validated: Validated): Promise<Answer> {
  const { request, url, principal } = call;
  const { atOnce, read } = validated;
  const records = recordsOf(validated.reads);
  const account = principal.linkedAccountId;
  const identity = identityOf(principal, url);
  const named = request.headers.get("if-none-match");
  const kept = keptAnswers().get(identity);
  const replica = replicaInUse();
  const answer = (etag: string, body: JsonText): Answer =>
    namesTag(named, etag) ? notModified(etag) : { status: 200, body, headers: { etag } };
  const answerNew = (etag: string, content: Record<string, unknown>, target: "primary" | "replica"): Answer => {
    countRecordRead(target);
    const body = new JsonText({ success: true, ...content });
    keptAnswers().set(identity, { etag, body });
    return answer(etag, body);
  };
  if (kept || named !== null || replica) {
    const etag = validatorOf(identity, await presentState(principal, records));
    if (kept?.etag === etag) return answer(etag, kept.body);
    // `*` names an answer only if there is one.
    if (named !== "*" && namesTag(named, etag)) return notModified(etag);
    const found = replica ? await presentOnReplica(replica, call, validated, etag) : null;
    if (found && "refusal" in found) throw found.refusal;
    if (found) return answerNew(etag, found.content, "replica");
  }
  const inTenant = atOnce ? readTenantAtOnce : readTenant;
  const [state, content] = await inTenant(principal, (tx) => Promise.all([readState(tx, account, records), read(tx)]));
  return answerNew(validatorOf(identity, state), content, "primary");
}
