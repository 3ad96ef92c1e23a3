import type { Task, TaskInput } from "fhir/r4";
import type { EmrTask } from "#lib/emr/port/port";
import { referenceTo } from "./references.ts";

/** FHIR has no priority below `routine`. */
const PRIORITIES: Record<EmrTask["priority"], NonNullable<Task["priority"]>> = {
  Low: "routine",
  Normal: "routine",
  High: "urgent",
};

/** Returns the fields that Task has no element for, as its inputs: each states its own name. */
function inputsOf(task: EmrTask, owner: string | null, place: string | null): TaskInput[] {
  const { subject, priority, assigneeUserId, facilityId, notifyList } = task;
  const texts = { Subject: subject, Priority: priority === "Low" ? "Low" : null };
  return [
    ...Object.entries(texts).flatMap(([name, value]) =>
      value === null ? [] : [{ type: { text: name }, valueString: value }],
    ),
    ...(assigneeUserId === null || assigneeUserId === owner
      ? []
      : [{ type: { text: "Assignee" }, valueReference: referenceTo("Practitioner", assigneeUserId) }]),
    ...(facilityId === null || facilityId === place
      ? []
      : [{ type: { text: "Facility" }, valueReference: referenceTo("Location", facilityId) }]),
    ...notifyList.map((id) => ({ type: { text: "Notify" }, valueReference: referenceTo("Practitioner", id) })),
  ];
}

/** Returns a task for a patient. */
export function task(given: EmrTask, now: Date): Task {
  const owner = given.assignedTo ?? given.assigneeUserId;
  const place = given.locationEmrId ?? given.facilityId;
  const input = inputsOf(given, owner, place);
  return {
    resourceType: "Task",
    status: "requested",
    intent: "order",
    priority: PRIORITIES[given.priority],
    description: given.description,
    for: referenceTo("Patient", given.patientEhrId),
    authoredOn: now.toISOString(),
    restriction: {
      period: { start: given.startDate, ...(given.dueDate === null ? {} : { end: given.dueDate }) },
    },
    ...(given.taskType === null ? {} : { code: { text: given.taskType } }),
    ...(given.details === null ? {} : { reasonCode: { text: given.details } }),
    ...(owner === null ? {} : { owner: referenceTo("Practitioner", owner) }),
    ...(place === null ? {} : { location: referenceTo("Location", place) }),
    ...(input.length > 0 ? { input } : {}),
  };
}
