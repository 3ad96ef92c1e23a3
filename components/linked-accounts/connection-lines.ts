import { get } from "react-hook-form";
import type { z } from "zod";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { FHIR_VISIT_STATUSES, type VisitStatuses } from "#lib/emr/fhir/visit-statuses";
import { connectionFields } from "./connection-fields.ts";
import { hasRecordFields } from "./link-steps.ts";
import { words } from "./words.ts";

interface Line {
  name: string;
  label: string;
  value: string;
}

const statusLine = ({ code, fhir_status }: VisitStatuses[number]): string =>
  `${code}: ${FHIR_VISIT_STATUSES[fhir_status]}`;

/** Returns the meaning of an EMR's records, as an admin stated it. */
function recordLines({ mrn_system, visit_statuses }: Record<string, unknown>): Line[] {
  const mapped = (visit_statuses ?? []) as VisitStatuses;
  return [
    { name: "mrn_system", label: words.mrn, value: String(mrn_system ?? words.mrnAsMarked) },
    {
      name: "visit_statuses",
      label: words.visitStatuses,
      value: mapped.length > 0 ? mapped.map(statusLine).join(", ") : words.fhirStatuses,
    },
  ];
}

/** Returns a connection in words: each field that is set, secrets as stored, and the meaning of its records. */
export function connectionLines(
  schema: z.ZodObject,
  { connection, secrets }: Pick<ManagedAccountModel, "connection" | "secrets">,
): Line[] {
  const values = connection ?? {};
  const lines = Object.entries(connectionFields(schema, { values })).flatMap(([name, { label, options, type }]) => {
    // An id says nothing to people.
    if (type === "authorization") return [];
    if (secrets.includes(name)) return [{ name, label, value: words.secretStored }];
    const value: unknown = get(values, name);
    if (value === undefined || value === null) return [];
    return [{ name, label, value: options?.find(({ id }) => id === value)?.name ?? String(value) }];
  });
  return hasRecordFields(schema) ? [...lines, ...recordLines(values)] : lines;
}
