import { joined, quoted, type Shown, type ShownRecord, textOf } from "#lib/definitions/shown";
import type { WrittenTask } from "#lib/resources/tasks/list";

export const shownTask: Shown = {
  checked: ["assigned_to", "assignee_user_id", "due_date", "priority"],
  gist: ({ subject, task_type, description }) => textOf(subject) || textOf(task_type) || textOf(description),
  deed: ({ subject }) => ({ what: quoted("The task", subject), done: "added in" }),
};

export const shownTasks: ShownRecord<WrittenTask> = {
  things: "tasks",
  onPatientsPage: { within: "recalls", tab: "tasks", heading: "Tasks sent from here" },
  title: ({ subject, description }) => subject || description,
  detail: ({ subject, description, priority, due_date }) =>
    joined(subject ? description : null, `${priority} priority`, due_date && `due ${due_date}`),
};
