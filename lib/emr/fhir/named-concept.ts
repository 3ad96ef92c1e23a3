import type { CodeableConcept } from "fhir/r4";
import type { EmrNamed } from "#lib/emr/port/port";
import { isRecord, objectsOf } from "./untrusted.ts";

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/**
 * Returns a concept as an entry of a list, such as a specialty; null without a code and a name. The id is
 * `system|code|name`, so that the concept can be written without looking its name up again.
 */
export function namedConcept(concept: unknown): EmrNamed | null {
  const { coding: codings, text: own } = isRecord(concept) ? concept : {};
  const coding = objectsOf(codings).find(({ code }) => text(code) !== "");
  const name = text(own) || text(coding?.display) || text(coding?.code);
  return name === "" ? null : { id: `${text(coding?.system)}|${text(coding?.code)}|${name}`, name };
}

/** Returns the concept of an id of `namedConcept`, of a code in the form `system|code`, or of a plain name. */
export function conceptOf(id: string): CodeableConcept {
  const [system = "", code = "", ...names] = id.split("|");
  if (code === "") return { text: names.join("|") || system };
  const name = names.join("|");
  const display = name === "" ? {} : { display: name };
  return {
    coding: [{ ...(system === "" ? {} : { system }), code, ...display }],
    ...(name === "" ? {} : { text: name }),
  };
}
