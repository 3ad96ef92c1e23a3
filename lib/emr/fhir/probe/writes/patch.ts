import type { ProbeCalls } from "#lib/emr/fhir/probe/answer";
import { type Found, found } from "#lib/emr/fhir/probe/found";
import type { Basics } from "./basics.ts";
import { FORMS, type VersionForm, versionOf } from "./if-match.ts";

const PROBE = "“If-Match” of a JSON Patch";

/** Probe: whether a JSON Patch with an old version is refused. */
export async function probePatch({
  basics,
  calls,
  id,
  form,
}: {
  basics: Basics;
  calls: ProbeCalls;
  id: string;
  /** The form that an update takes; weak if none is known. */
  form: VersionForm;
}): Promise<Found> {
  const version = await versionOf(calls, id);
  if (version === null) return found(PROBE, "could not be told: the server shows no version");
  const patch = (text: string) =>
    basics.send(`Basic/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json-patch+json", "if-match": FORMS[form](version) },
      resource: [{ op: "replace", path: "/code/text", value: text }],
    });
  const present = await patch("Patched with the present version");
  if (present.kind === "none") return found(PROBE, present.words);
  if (present.kind === "refused")
    return found(PROBE, `${present.words}: a record is changed by sending it whole`, { patch_if_match: "refused" });
  const old = await patch("Patched with an old version");
  if (old.kind === "none") return found(PROBE, old.words);
  return old.kind === "refused"
    ? found(PROBE, "refuses an old version; needed only where a record cannot be sent whole", {
        patch_if_match: "works",
      })
    : found(PROBE, "takes an old version as well: a record is sent whole where that is possible", {
        patch_if_match: "ignored",
      });
}
