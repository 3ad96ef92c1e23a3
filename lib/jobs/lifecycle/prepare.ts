import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError } from "#lib/emr/port/port";
import type { subjectView } from "#lib/job-record/stored-job";

/** The result of a runner's `prepare`, or the error that makes the operation impossible by now. */
export type Prepared = { value: unknown } | { refused: EmrError };

/** Runs a runner's `prepare` in the view's transaction. */
export async function prepareJob(runner: OperationRunner, view: ReturnType<typeof subjectView>): Promise<Prepared> {
  try {
    return { value: await runner.prepare(view) };
  } catch (error) {
    if (error instanceof EmrError) return { refused: error };
    throw error;
  }
}
