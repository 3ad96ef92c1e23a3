import { acceptIn, onlyReads } from "#lib/api/operation/acceptance";
import { replayWithin, throwRefusal } from "#lib/api/operation/answer";
import { readAsked, wholeBody } from "#lib/api/operation/asked";
import { idempotently } from "#lib/api/request/idempotency";
import { type Received, withReceivedFile } from "#lib/api/request/received-file";
import type { Transaction } from "#lib/db/tenant";
import type { Accept } from "#lib/definitions/acceptance";
import type { OperationDefinition } from "#lib/definitions/operation";
import { inLine } from "#lib/kernel/in-line";
import { wakeStreams } from "#lib/stream/message";
import type { Call, Endpoint } from "./endpoint.ts";

/**
 * Returns the route of an operation, whose caller is identified, limited and permitted by then (`endpoint.ts`): it validates,
 * accepts once per idempotency key, and answers 202 with the identifiers.
 */
export function operation<Definition extends OperationDefinition>(
  definition: Definition,
  accept: Accept<Definition>,
  path: string = definition.path,
): Endpoint {
  const route = `${definition.method} ${path}`;
  const known = wholeBody(definition);
  return {
    route,
    permission: definition.id,
    embed: definition.embed,
    audit: "handler",
    async handle(call: Call) {
      if (definition.file) return withReceivedFile(call, definition.file, (received) => answerTo(call, received));
      return answerTo(call, { body: await call.body(), file: null, problems: [] });
    },
  };

  async function answerTo(call: Call, received: Received) {
    const { params, principal, request } = call;
    const asked = readAsked(definition, known, call, received);
    let mayPassOn = true;
    const work = async (tx: Transaction) => {
      const { passesOn, ...accepted } = await acceptIn(tx, call, definition, accept, asked);
      mayPassOn = passesOn;
      return accepted;
    };
    const claim = {
      principal,
      request,
      route,
      params,
      body: asked.body,
      assertMayReplay: replayWithin(principal, definition),
    };
    // The others lock what they read, and a transaction does not wait for its own locks.
    const accepting = () => idempotently(claim, work, { together: onlyReads(definition, asked) });
    const answer = await (definition.schedules
      ? inLine(`schedule of ${principal.linkedAccountId}`, accepting)
      : accepting());
    wakeStreams(principal.linkedAccountId);
    // A repeated request gets the EMR's refusal of the first one, so it looks for one as well.
    if (mayPassOn) await throwRefusal(call, Number(answer.body[definition.jobId.field]));
    return answer;
  }
}
