import type { SampleOf } from "#lib/definitions/operation";
import type { createTask } from "./definition.ts";

/** One example of each shape, for the documentation and the tests. */
export const createTaskSample: SampleOf<typeof createTask> = {
  request: {
    description: "Ask whether the new dose is tolerated.",
    patient_mrn: "MRN-100042",
    subject: "Call about the dose",
    notify_list: ["SG-2"],
    location_id: "LOC-1",
    task_type: "Phone Call",
    assigned_to: "SG-2",
    due_date: "2026-03-06",
    priority: "High",
  },
  completed: {
    task_id: "01900000000070008000000000000008",
    emr_task_id: "TASK-900007",
    patient_mrn: "MRN-100042",
  },
  failed: { task_id: "01900000000070008000000000000008", failure_reason: "The EMR is out of service" },
};
