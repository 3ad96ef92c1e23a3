import { z } from "zod";
import { EmrError, type PassedOperation } from "#lib/emr/port/port";
import { text } from "#lib/emr/records-api/fields";
import { parseRows } from "#lib/emr/records-api/rows";
import { LIST_START, type ListPlace, readList } from "./lists.ts";
import { EMR_VISIT_IDS } from "./names.ts";
import { LISTS, type Reading } from "./pages.ts";

type Request = Pick<PassedOperation, "method" | "path" | "body">;

/** Fields of a new referral by the names of the service; the others have no place there. */
const REFERRAL_NAMES: Readonly<Record<string, string>> = {
  patient_mrn: "patient_mrn",
  reason: "reason",
  direction: "direction",
  priority: "priority",
  referring_provider_id: "referring_from_provider_ehr_id",
};

/** Returns a new referral as the service takes it. Throws 400 for fields that would be lost. */
function referralBody(body: Record<string, unknown>): Record<string, unknown> {
  const lost = Object.entries(body).flatMap(([name, value]) =>
    name in REFERRAL_NAMES || name === "metadata" || value === undefined || value === null ? [] : [name],
  );
  if (lost.length > 0) {
    const message = `Not supported for the connected EMR, which has no place for it: ${lost.join(", ")}`;
    throw new EmrError("validation", message, { status: 400 });
  }
  const { metadata: _metadata, ...fields } = body;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [REFERRAL_NAMES[name] ?? name, value]));
}

const ids = z.object({ id: text, ehr_appointment_id: text, emr_appointment_id: text, ehr_id: text });

/** Returns the service's own id of a visit, which its day shows. Throws an EmrError if the day shows no such visit. */
async function ownIdOf({ remote }: Reading, emrId: string, day: string, signal: AbortSignal): Promise<string> {
  const list = { ...LISTS.appointments, query: { start_date: day, end_date: day } };
  for (let at: ListPlace | null = LIST_START; at; ) {
    const { rows, next } = await readList(remote, list, at, signal);
    const found = parseRows(rows, ids, ["id"]).records.find((each) =>
      EMR_VISIT_IDS.some((name) => each[name] === emrId),
    );
    if (found && found.id !== "") return found.id;
    at = next;
  }
  throw new EmrError("validation", "The EMR shows no such visit on the day of its last reading", { status: 404 });
}

/** Returns a request as the service takes it: updates name its own ids. Throws EmrErrors; nothing has been sent then. */
async function requestOf(reading: Reading, operation: PassedOperation, signal: AbortSignal): Promise<Request> {
  const { method, path, body, day } = operation;
  if (method === "POST" && path === "/referrals") return { method, path, body: referralBody(body) };
  if (method !== "PATCH" || path !== "/appointments") return { method, path, body };
  const { emr_appointment_id, ...changes } = body;
  const emrId = String(emr_appointment_id ?? "");
  const id = day === undefined ? emrId : await ownIdOf(reading, emrId, day, signal);
  return { method, path: `/appointments/${encodeURIComponent(id)}`, body: changes };
}

/** Wraps the error of a look before the sending: the operation was certainly not done. */
function before(error: unknown): unknown {
  if (!(error instanceof EmrError) || error.notDone) return error;
  const { kind, message, retryAfterMs, status } = error;
  return new EmrError(kind, message, { notDone: true, retryAfterMs, status });
}

/** Sends an operation once, and returns the acceptance: older ones have the ids under `data`. Throws EmrErrors. */
export async function sendOnce(
  reading: Reading,
  operation: PassedOperation,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const request = await requestOf(reading, operation, signal).catch((error: unknown) => {
    throw before(error);
  });
  const answer = await reading.remote.send(request, signal);
  const { data } = answer;
  return data !== null && typeof data === "object" && !Array.isArray(data) ? { ...data, ...answer } : answer;
}
