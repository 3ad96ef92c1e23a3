import { z } from "zod";
import { EmrError, type PassedOperation } from "#lib/emr/port/port";
import { text } from "#lib/emr/records-api/fields";
import type { Remote } from "#lib/emr/records-api/remote";
import { listOf, parseRows } from "#lib/emr/records-api/rows";

const ids = z.object({ id: text, ehr_appointment_id: text, emr_appointment_id: text });

/** Wraps the error of the look before the sending: the operation was certainly not sent by this attempt. */
function before(error: unknown): never {
  if (!(error instanceof EmrError)) throw error;
  const { message, retryAfterMs, limited } = error;
  throw new EmrError("passing", message, { notDone: true, retryAfterMs, limited });
}

/** Returns the id that the remote gave to a visit. Throws an EmrError if it shows no such visit: an earlier attempt may have been done. */
async function idOfVisit(remote: Remote, emrId: string, signal: AbortSignal): Promise<string> {
  const body = await remote.get("/appointments", { emr_appointment_id: emrId }, signal);
  const { records } = parseRows(listOf(body, "appointments"), ids, ["id"]);
  const found = records.find((each) => [each.emr_appointment_id, each.ehr_appointment_id].includes(emrId));
  if (found && found.id !== "") return found.id;
  throw new EmrError("passing", "The EMR does not show the appointment");
}

/** Returns the path of an operation with the remote's own id of the visit that it names. Throws EmrErrors; nothing has been sent then. */
export async function pathOf(remote: Remote, { path, visit }: PassedOperation, signal: AbortSignal): Promise<string> {
  if (visit === undefined) return path;
  return path.replace("{id}", encodeURIComponent(await idOfVisit(remote, visit, signal).catch(before)));
}
