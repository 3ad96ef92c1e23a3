import { setTimeout as pause } from "node:timers/promises";
import { manifestOf } from "#lib/emr/fhir/bulk/manifest";
import { isRecord } from "#lib/emr/fhir/untrusted";
import type { Answer, ProbeCalls } from "./answer.ts";

/** How often, and how long after each other, it is asked whether a small export has ended. */
const POLLS = 3;
const PAUSE_MS = 700;

const GONE: readonly number[] = [404, 410];

/** Returns the number of a Group's members as it states them; null if it names none and states no number. */
function membersOf({ json }: Answer): number | null {
  if (json === null || json.resourceType !== "Group") return null;
  const { member, quantity } = json;
  if (Array.isArray(member)) return member.filter((each) => isRecord(each) && each.inactive !== true).length;
  return typeof quantity === "number" ? quantity : null;
}

/** Returns whether an export that ended within some seconds has a patient; null for one that takes longer. */
async function hasPatients(calls: ProbeCalls, status: URL): Promise<boolean | null> {
  for (let poll = 0; poll < POLLS; poll++) {
    if (poll > 0) await pause(PAUSE_MS);
    const answer = await calls.ask(status.href, { headers: { accept: "application/json" } });
    if (answer.kind !== "ok") return null;
    const manifest = answer.status === 200 ? manifestOf(answer.json) : null;
    if (manifest?.next) return null;
    if (manifest) return manifest.output.some(({ type, count }) => type === "Patient" && count !== 0);
  }
  return null;
}

const read = (calls: ProbeCalls, group: string): Promise<Answer> => calls.ask(`Group/${encodeURIComponent(group)}`);

/** Returns why the export of a group that the server did not begin shows that there is no such group; null if it does not. */
export async function missingGroup(calls: ProbeCalls, group: string, answer: Answer): Promise<string | null> {
  if (answer.kind !== "refused") return null;
  if (GONE.includes(answer.status)) return `the export of Group/${group} ${answer.words}`;
  const { status, words } = await read(calls, group);
  return GONE.includes(status) ? `Group/${group} ${words}` : null;
}

/** Returns why a group whose export began has no patients; null if it has some, or that cannot be told within some seconds. */
export async function emptyGroup(calls: ProbeCalls, group: string, status: URL): Promise<string | null> {
  const answer = await read(calls, group);
  const members = answer.kind === "ok" ? membersOf(answer) : null;
  if (members === 0) return `Group/${group} has no members`;
  if (members !== null) return null;
  return (await hasPatients(calls, status)) === false ? `the export of Group/${group} has no patients` : null;
}
