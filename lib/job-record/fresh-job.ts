import { brand } from "#lib/kernel/brand";
import type { JobSubject } from "./stored-job.ts";

/** A new job as its writer knows it: an attempt prepares from it in the packet that locks the job. None of it ever changes. */
export class FreshJob {
  static {
    brand(FreshJob, "FreshJob");
  }

  readonly subject: JobSubject;

  /** `subject`: as it is written; it is read back as JSON leaves it. */
  constructor(subject: JobSubject) {
    this.subject = { ...subject, request: JSON.parse(JSON.stringify(subject.request)) };
  }
}
