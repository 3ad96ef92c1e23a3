import { formatDate } from "#components/ui/time-words";
import type { JobModel } from "#lib/jobs/record/model";
import { formatMoney } from "#lib/kernel/money";

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** "prior authorization code" */
const fieldWords = (name: string) => name.replace(/_id$/, "").replaceAll("_", " ");

const joined = (...parts: string[]): string => parts.filter(Boolean).join(" · ");

type Request = JobModel["request"];

/** What tells a job from others of its kind, by what was asked for. */
const GISTS: Record<string, (request: Request, statusName: (code: string) => string) => string> = {
  "appointments:update": ({ status }, statusName) => statusName(textOf(status)),
  "claims:fetch": ({ claim_ids, service_date }) =>
    textOf(service_date)
      ? `Service date ${formatDate(textOf(service_date))}`
      : counted(listOf(claim_ids).length, "claim"),
  "messages:create": ({ subject }) => textOf(subject),
  "order-catalog:fetch": ({ type, query }) => joined(textOf(type), textOf(query)),
  "orders:create": ({ type, item_ids }) => counted(listOf(item_ids).length, `${textOf(type)} item`),
  "patient-notes:create": ({ subject, tags }) => textOf(subject) || listOf(tags).map(textOf).join(", "),
  "payments:create": ({ amount, payment_method }) =>
    joined(typeof amount === "number" ? formatMoney(amount) : "", textOf(payment_method)),
  "recall-actions:create": ({ action_taken }) => textOf(action_taken),
  "referrals:create": ({ reason, direction }) => joined(textOf(reason), textOf(direction)),
  "referrals:update": ({ callback_urls: _, ...changed }) =>
    Object.keys(changed).length === 0 ? "" : `Changes ${Object.keys(changed).map(fieldWords).join(", ")}`,
  "services:create": ({ service_type, team }) => joined(textOf(service_type), textOf(team)),
  "tasks:create": ({ subject, task_type, description }) => textOf(subject) || textOf(task_type) || textOf(description),
};

/** The amount of money that a job asked for; null where it is about none. */
export const jobAmount = ({ type, request: { amount } }: Pick<JobModel, "type" | "request">): number | null =>
  type === "payments:create" && typeof amount === "number" ? amount : null;

/** What a job's request names its record by in the EMR, with its label; null where it gives none. */
export function jobReference({ request }: Pick<JobModel, "request">): { label: string; value: string } | null {
  const [reference, appointment] = [textOf(request.reference_number), textOf(request.emr_appointment_id)];
  if (reference) return { label: "Reference number", value: reference };
  return appointment ? { label: "Appointment", value: appointment } : null;
}

/**
 * What was asked for, in the few words that tell a job from others of its kind: a subject, an amount, a number of
 * items; never a note's or a message's own text. "" where there is nothing to tell. `statusName`: what people call a
 * visit status.
 */
export const jobGist = ({ type, request }: JobModel, statusName: (code: string) => string): string =>
  GISTS[type]?.(request, statusName) ?? "";
