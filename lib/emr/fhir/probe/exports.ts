import { z } from "zod";
import { EXPORT_LEVELS, type ExportLevel, exportAddress } from "#lib/emr/fhir/bulk/levels";
import { ownAddress } from "#lib/emr/fhir/own-address";
import type { ConnectionFault } from "#lib/emr/port/profile";
import type { Answer, ProbeCalls } from "./answer.ts";
import { emptyGroup, missingGroup } from "./export-group.ts";
import { faultOf } from "./fault.ts";
import { type Found, found } from "./found.ts";

const PROBE = "Export of all records at once";

const operations = z
  .array(z.object({ name: z.string().catch(""), definition: z.string().catch("") }))
  .catch([])
  .default([]);

const statement = z.object({
  rest: z.array(
    z.object({
      operation: operations,
      resource: z
        .array(z.object({ type: z.string().catch(""), operation: operations }))
        .catch([])
        .default([]),
    }),
  ),
});

type Operations = z.infer<typeof operations>;

/** The names of an export's definition, and the type at which it may stand. */
const NAMES: Record<ExportLevel, { definition: RegExp; type: string | null }> = {
  system: { definition: /\/export(\||$)/, type: null },
  patient: { definition: /\/patient-export(\||$)/, type: "Patient" },
  group: { definition: /\/group-export(\||$)/, type: "Group" },
};

/** Whether an operation is named as an export. Its definition may be one of the server's own, under any address. */
const isNamedExport = ({ name }: Operations[number]): boolean => /^\$?([a-z]+-)?export$/.test(name);

/** Returns the levels of which a CapabilityStatement names an export: they are tried, since it may be untrue. */
export function statedExports(json: unknown): ExportLevel[] {
  const rest = statement.safeParse(json).data?.rest ?? [];
  const defined = Object.values(NAMES).map(({ definition }) => definition);
  return EXPORT_LEVELS.filter((level) => {
    const { definition, type } = NAMES[level];
    const everywhere = rest.flatMap(({ operation, resource }) => [
      ...operation,
      ...resource.flatMap((each) => each.operation),
    ]);
    const here =
      type === null
        ? rest.flatMap(({ operation }) => operation)
        : rest.flatMap(({ resource }) => resource).flatMap((each) => (each.type === type ? each.operation : []));
    const isDefined = everywhere.some((each) => definition.test(each.definition));
    const isOfOther = ({ definition: stated }: Operations[number]) => defined.some((each) => each.test(stated));
    return isDefined || here.some((each) => !isOfOther(each) && isNamedExport(each));
  });
}

/**
 * Begins an export and cancels it. Returns whether the server began one, and what it did in words. `look` looks at it before it is
 * cancelled, at the address of its status.
 */
async function tryExport(
  calls: ProbeCalls,
  address: string,
  look: (status: URL) => Promise<void>,
): Promise<{ answer: Answer; isBegun: boolean; words: string }> {
  const query = new URLSearchParams({ _outputFormat: "application/fhir+ndjson", _type: "Patient" });
  const answer = await calls.ask(`${address}?${query}`, { headers: { prefer: "respond-async" } });
  const { "content-location": stated } = answer.headers;
  if (answer.status !== 202 || stated === undefined)
    return { answer, isBegun: false, words: answer.status === 202 ? "names no address of its status" : answer.words };
  const status = ownAddress(stated, calls.baseUrl);
  if (status === null) return { answer, isBegun: false, words: "names the address of its status at another origin" };
  await look(status);
  const end = await calls.ask(status.href, { method: "DELETE" });
  const isEnded = end.kind === "ok" || end.status === 404;
  return { answer, isBegun: true, words: `begins${isEnded ? ", and was cancelled" : `; cancelling it ${end.words}`}` };
}

/**
 * Probe: at which levels the server exports all records at once, tried where it says so, and of the group that an admin names. A group
 * that is not there, or has no patients, is a fault.
 */
export async function probeExports(
  calls: ProbeCalls,
  json: unknown,
  group: string | undefined,
): Promise<Found & { faults: ConnectionFault[] }> {
  const stated = statedExports(json);
  const levels = EXPORT_LEVELS.filter((level) => (level === "group" ? group !== undefined : stated.includes(level)));
  const exports: ExportLevel[] = [];
  const words: string[] = [];
  const faults: ConnectionFault[] = [];
  const note = (why: string | null) => {
    if (why !== null) faults.push(faultOf("export_group", why));
  };
  let isTold = true;
  for (const level of levels) {
    const address = exportAddress(level, group);
    if (address === null) continue;
    const named = level === "group" ? group : undefined;
    const {
      answer,
      isBegun,
      words: told,
    } = await tryExport(calls, address, async (status) => {
      if (named !== undefined) note(await emptyGroup(calls, named, status));
    });
    if (named !== undefined && !isBegun) note(await missingGroup(calls, named, answer));
    if (isBegun) exports.push(level);
    isTold &&= isBegun || answer.kind !== "none";
    words.push(`${address} ${told}`);
  }
  if (stated.includes("group") && group === undefined)
    words.push("of a group the server offers one: it can be used once the connection names the group");
  if (words.length === 0) return { ...found(PROBE, "is not offered by the CapabilityStatement", { exports }), faults };
  const use = exports.length > 0 ? ": the first sync reads from it" : "";
  return { ...found(PROBE, `${words.join("; ")}${use}`, isTold || exports.length > 0 ? { exports } : {}), faults };
}
