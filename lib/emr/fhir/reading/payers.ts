import type { FhirContext } from "#lib/emr/fhir/context";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { EmrNamed } from "#lib/emr/port/port";
import { isStorable } from "#lib/kernel/storable-text";
import { word } from "./elements.ts";
import { answeredPagesOf } from "./search.ts";

/** HL7's types of an organization that pays: an insurance company, and any other payer. */
const PAYERS: readonly string[] = ["ins", "pay"];

/** Organizations that are read: one page, as of a server that ignores the type more would be all of them. */
const MOST = 200;

const isPayer = ({ type, active }: Untrusted): boolean =>
  active !== false &&
  objectsOf(type).some(({ coding }) => objectsOf(coding).some(({ code }) => PAYERS.includes(word(code))));

/** Reads the organizations that pay, one page of them; none of a server that was not seen to show its organizations. */
export async function readPayers({ server, findings }: FhirContext, signal: AbortSignal): Promise<EmrNamed[]> {
  if (!findings.readable?.includes("Organization")) return [];
  const found = new Map<string, EmrNamed>();
  const search = { type: "Organization", address: `Organization?type=${PAYERS.join(",")}&_count=${MOST}` };
  for await (const organizations of answeredPagesOf(server, search, signal)) {
    for (const organization of organizations.filter(isPayer)) {
      const [id, name] = [word(organization.id), word(organization.name)];
      if (id !== "" && name !== "" && isStorable(`${id}${name}`)) found.set(id, { id, name });
    }
    break;
  }
  return [...found.values()];
}
