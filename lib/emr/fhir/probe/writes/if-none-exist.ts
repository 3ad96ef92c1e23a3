import type { ProbeCalls } from "#lib/emr/fhir/probe/answer";
import { type Found, found } from "#lib/emr/fhir/probe/found";
import { type Basics, basic, idOf, idsOf, PROBE_TAG } from "./basics.ts";

const PROBE = "“If-None-Exist” of a create";
const INSTEAD = "a write is looked for before and after";

/** The result, and the id of a resource for the probes that follow; null if none was created. */
interface Created {
  found: Found;
  id: string | null;
}

/** Probe: whether a resource that is created twice under one identifier exists once. */
export async function probeIfNoneExist(basics: Basics, calls: ProbeCalls): Promise<Created> {
  const key = basics.newKey();
  const identifier = encodeURIComponent(`${PROBE_TAG.system}|${key}`);
  const request = { method: "POST", resource: basic(key) } as const;
  const conditional = { ...request, headers: { "if-none-exist": `identifier=${identifier}` } };
  const first = await basics.send("Basic", conditional);
  if (first.kind === "refused") {
    const plain = await basics.send("Basic", request);
    const words =
      plain.kind === "ok" ? `is refused: ${INSTEAD}` : `was not tried: creating a Basic resource ${plain.words}`;
    return { found: found(PROBE, words, plain.kind === "ok" ? { if_none_exist: "refused" } : {}), id: idOf(plain) };
  }
  if (first.kind === "none") return { found: found(PROBE, first.words), id: null };
  const second = await basics.send("Basic", conditional);
  const ids = await idsOf(calls, key);
  const id = idOf(first) ?? ids?.[0] ?? null;
  for (const each of ids ?? []) basics.remember(each);
  if (second.kind === "none") return { found: found(PROBE, second.words), id };
  const again = idOf(second);
  const count = new Set([...(ids ?? []), ...[id, again].filter((each) => each !== null)]).size;
  // A server that names no id may answer 201 although it created nothing.
  const isOther = count > 1 || (count === 0 && second.status === 201);
  if (second.kind === "ok" && isOther) {
    return { found: found(PROBE, `is ignored: ${INSTEAD}`, { if_none_exist: "ignored" }), id };
  }
  if (second.kind === "refused") {
    // 412 says that the resource is there, which is no second one, but not which one it is.
    return {
      found: found(PROBE, `${second.words} if the record is there: ${INSTEAD}`, { if_none_exist: "refused" }),
      id,
    };
  }
  return { found: found(PROBE, "works: what is sent twice is created once", { if_none_exist: "works" }), id };
}
