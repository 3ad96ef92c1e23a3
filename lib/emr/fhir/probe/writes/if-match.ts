import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { Answer, ProbeCalls } from "#lib/emr/fhir/probe/answer";
import { type Found, found } from "#lib/emr/fhir/probe/found";
import { probedResource } from "#lib/emr/fhir/probe/page";
import { type Basics, basic } from "./basics.ts";

const PROBE = "“If-Match” of an update";

/** The forms in which a server may take a version. */
export const FORMS = {
  weak: (version: string) => `W/"${version}"`,
  strong: (version: string) => `"${version}"`,
  unquoted: (version: string) => version,
} as const;

export type VersionForm = keyof typeof FORMS;

/** Returns the present version of a Basic resource, or null. */
export async function versionOf(calls: ProbeCalls, id: string): Promise<string | null> {
  const { json } = await calls.ask(`Basic/${id}`);
  return probedResource.safeParse(json).data?.meta.versionId ?? null;
}

/** Whether an update took its version: with the present one, and with an old one. */
interface Tried {
  form: VersionForm;
  present: Answer["kind"];
  old: Answer["kind"];
}

const isHeld = ({ present, old }: Tried): boolean => present === "ok" && old === "refused";

async function tryForm(
  { basics, calls, id, key }: { basics: Basics; calls: ProbeCalls; id: string; key: string },
  form: VersionForm,
): Promise<Tried | null> {
  const version = await versionOf(calls, id);
  if (version === null) return null;
  const update = (text: string) =>
    basics.send(`Basic/${id}`, {
      method: "PUT",
      headers: { "if-match": FORMS[form](version) },
      resource: { ...basic(key), id, code: { text } },
    });
  const present = await update(`With the present version, ${form}`);
  const old = present.kind === "ok" ? await update(`With an old version, ${form}`) : present;
  return { form, present: present.kind, old: old.kind };
}

function judged(tried: readonly Tried[]): { finding: FhirFindings["if_match"]; words: string } {
  const held = tried.find(isHeld);
  if (held) return { finding: held.form, words: `refuses an old version, in the form ${FORMS[held.form]("1")}` };
  if (tried.some(({ present, old }) => present === "none" || old === "none")) {
    return { finding: "unknown", words: "could not be told: an update was not answered" };
  }
  const finding = tried.some(({ present }) => present === "ok") ? "ignored" : "refused";
  const words = { ignored: "takes an old version as well", refused: "is refused in each form" }[finding];
  return { finding, words: `${words}: a record is read again right before and after its update` };
}

/** Probe: whether an update with an old version is refused, and the form in which the version is taken. */
export async function probeIfMatch(given: {
  basics: Basics;
  calls: ProbeCalls;
  id: string;
  key: string;
}): Promise<Found> {
  const tried: Tried[] = [];
  for (const form of Object.keys(FORMS) as VersionForm[]) {
    const one = await tryForm(given, form);
    if (one === null) return found(PROBE, "could not be told: the server shows no version");
    tried.push(one);
    if (isHeld(one)) break;
  }
  const { finding, words } = judged(tried);
  return found(PROBE, words, { if_match: finding });
}
