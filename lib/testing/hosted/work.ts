import type { Fields } from "./answer.ts";
import type { Service } from "./service.ts";
import type { HostedEvent, Job } from "./state.ts";

/** Returns the data of a failure event. */
function failureOf({ variants }: Service, { ids }: Job, reason: string): Fields {
  const { status: _status, ...identifiers } = ids;
  const code = reason.startsWith("The provider has another") ? "overlap" : "emr_refused";
  const reasons = variants.reasons === "texts" ? [reason] : [{ code, description: reason }];
  return { ...identifiers, failure_reason: reason, reasons };
}

/** Does the work of a job whose login is not lost, and makes its event. Does nothing if it is done. */
export function perform(service: Service, job: Job): HostedEvent | null {
  if (job.state !== "queued" || job.account.isLoginLost) return null;
  const end = service.faults.ofWork(job);
  const { account, id: jobId, types, callbackUrls, operation, body, recordId } = job;
  const emit = (type: string, data: Fields) => service.emit({ account, type, jobId, data, callbackUrls });
  const refuse = (reason: string) => {
    job.state = "failed";
    job.fail();
    return emit(types.failed, failureOf(service, job, reason));
  };
  if (end.kind === "failed") return refuse(end.reason);
  const done = job.perform(`E-${jobId}`);
  if ("refused" in done) return refuse(done.refused);
  job.state = "done";
  service.ledger.entries.push({
    kind: "effect",
    at: new Date(),
    operation,
    account: account.reference,
    jobId,
    id: recordId,
    body,
  });
  if (end.kind === "unreported") return null;
  if (end.kind === "misreported") return emit(types.failed, failureOf(service, job, end.reason));
  return emit(types.done, done.data);
}
