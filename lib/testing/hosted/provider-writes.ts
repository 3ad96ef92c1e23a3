import { answer, type Fields, refusal } from "./answer.ts";
import type { Write } from "./writing.ts";

const updateProvider: Write = ({ account, body, id, service, operation }) => {
  const provider = account.clinic.providers.find((each) => each.id === id?.replaceAll("-", ""));
  if (!provider) return refusal(404, "Provider not found");
  const { status, hide_in_availability, hours } = body;
  if (status === undefined && hide_in_availability === undefined && hours === undefined) {
    return refusal(400, "No updatable fields provided");
  }
  if (status !== undefined && !/^(active|inactive)$/i.test(String(status))) {
    return refusal(400, "status must be one of active, inactive");
  }
  if (hide_in_availability !== undefined && !["true", "false"].includes(String(hide_in_availability))) {
    return refusal(400, "hide_in_availability must be one of true, false");
  }
  if (hours !== undefined) {
    const days: readonly Fields[] | null = Array.isArray(hours) ? hours : null;
    if (!days?.every(({ shifts }) => Array.isArray(shifts))) {
      return refusal(400, "hours must be an array of objects with day and shifts");
    }
    const places = account.clinic.locations.map(({ ehr_id }) => ehr_id);
    const named = days.flatMap((day) => (day.shifts as Fields[]).map((each) => each.facility_id ?? day.facility_id));
    const unknown = named.find((place) => place !== undefined && !places.includes(place));
    if (unknown !== undefined) return refusal(400, `facility_id ${unknown} is unknown`);
    provider.hours = days;
  }
  if (status !== undefined) provider.status = String(status).toLowerCase();
  if (hide_in_availability !== undefined) provider.hide_in_availability = String(hide_in_availability) === "true";
  const recordId = String(provider.id);
  service.ledger.entries.push({
    kind: "effect",
    at: new Date(),
    operation,
    account: account.reference,
    jobId: null,
    id: recordId,
    body,
  });
  return answer({ message: "Provider updated", provider_id: recordId });
};

export const PROVIDER_WRITES: Record<string, Write> = { "PATCH /providers/{id}": updateProvider };
