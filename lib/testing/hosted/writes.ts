import { type Answer, type Fields, refusal } from "./answer.ts";
import { APPOINTMENT_WRITES } from "./appointment-writes.ts";
import { CHART_WRITES, UNDOCUMENTED_CHART_WRITES } from "./chart-writes.ts";
import { FETCHES } from "./fetches.ts";
import { idOf } from "./ids.ts";
import { PATIENT_WRITES } from "./patient-writes.ts";
import { PROVIDER_WRITES } from "./provider-writes.ts";
import { REFERRAL_WRITES } from "./referral-writes.ts";
import type { Service } from "./service.ts";
import type { Account } from "./state.ts";
import type { Write } from "./writing.ts";

const WRITES: Record<string, Write> = {
  ...CHART_WRITES,
  ...REFERRAL_WRITES,
  ...PROVIDER_WRITES,
  ...APPOINTMENT_WRITES,
  ...PATIENT_WRITES,
};

const UNDOCUMENTED: Record<string, Write> = { ...FETCHES, ...UNDOCUMENTED_CHART_WRITES };

/** Answers a POST or PATCH with three headers. Its work is queued. */
export function write(
  service: Service,
  account: Account,
  { method, path, body }: { method: string; path: string; body: Fields },
): Answer {
  const [, first = "", id] = path.split("/");
  const known = { ...WRITES, ...(service.variants.undocumented === "missing" ? {} : UNDOCUMENTED) };
  const whole = `${method} ${path}`;
  const found = known[whole] ?? (id === undefined ? undefined : known[`${method} /${first}/{id}`]);
  if (!found) return refusal(404, "Not found");
  const operation = known[whole] ? whole : `${method} /${first}/{id}`;
  if (service.unsupported.has(operation)) {
    return refusal(400, `${operation} is not supported for the connected EMR. Supported EMRs: athena, eclinicalworks`);
  }
  const number = service.ledger.entries.length;
  const newId = () => idOf(account.token, operation, number, service.jobs.length);
  return found({ service, account, operation, body, newId, ...(known[whole] ? {} : { id: id ?? "" }) });
}
