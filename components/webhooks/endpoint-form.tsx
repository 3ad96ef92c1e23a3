"use client";

import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { CheckGroup } from "#components/ui/check-group";
import { Form } from "#components/ui/form";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { EndpointFields } from "#lib/browser/api/webhook-endpoints";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { endpointFields } from "#lib/webhooks/endpoints/fields";
import { headerProblem } from "#lib/webhooks/endpoints/signature";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { words as pageWords } from "./page-words.ts";
import { words } from "./words.ts";

const SCHEMA = endpointFields(EVENT_TYPES).superRefine(({ signature, signature_header: header }, context) => {
  const message = headerProblem(signature, header);
  if (message !== null) context.addIssue({ code: "custom", path: ["signature_header"], message });
});
const CHOICES = EVENT_TYPES.map((type) => ({ id: type, name: type }));
const SCOPES = [
  { id: "all", name: words.allSubscribedTypes },
  { id: "some", name: words.onlySome },
];

const SIGNATURES = [
  { id: "standard", name: words.standardWebhooks },
  { id: "body_hmac", name: words.andBodyHmac },
];

const FIELDS = {
  url: {
    label: words.url,
    help: words.urlHelp,
    missing: words.enterTheUrl,
  },
  description: { label: words.description, help: words.descriptionHelp, required: false },
  scope: { label: words.events, required: true },
  event_types: { label: pageWords.eventTypes, missing: words.chooseAtLeastOne },
  signed: { label: words.signature, required: true },
  signature_header: { label: words.signatureHeader, help: words.signatureHeaderHelp, required: true },
};

/** The form's name among the drafts. */
export const ENDPOINT_DRAFT = "webhook-endpoint";

interface EndpointFormProps<Answer> {
  /** The id of the changed endpoint; "" for a new one. */
  id: string;
  /** The endpoint's fields as they are. */
  fields: EndpointFields;
  /** The button that sends it. */
  action: string;
  send: (fields: EndpointFields, idempotencyKey: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** Closes the form and discards the typed values. */
  onLeave?: () => void;
}

interface EndpointValues extends Omit<EndpointFields, "signature" | "signature_header"> {
  scope: string;
  signed: string;
  signature_header: string;
}

const bodyOf = ({ url, description, scope, event_types, signed, signature_header }: EndpointValues) => ({
  url: url.trim(),
  description: description.trim(),
  // Omitted if no type is selected, because an empty list means every type.
  ...(scope === "all" ? { event_types: [] } : event_types.length > 0 && { event_types }),
  signature: signed === "body_hmac" ? ["standard", "body_hmac"] : ["standard"],
  signature_header: (signed === "body_hmac" && signature_header.trim()) || null,
});

/** Edits an endpoint's URL, description and event types. */
export function EndpointForm<Answer>({ id, fields, action, send, onDone, onLeave }: EndpointFormProps<Answer>) {
  const { url, description, event_types, signature_header } = fields;
  const form = useSchemaForm({
    schema: SCHEMA,
    fields: FIELDS,
    initial: {
      url,
      description,
      scope: event_types.length > 0 ? "some" : "all",
      event_types,
      signed: signature_header === null ? "standard" : "body_hmac",
      signature_header: signature_header ?? "",
    },
    bodyOf,
    draft: useDraft(ENDPOINT_DRAFT, id),
    send,
    onDone,
  });
  const [scope, signed] = useWatch({ control: form.methods.control, name: ["scope", "signed"] });
  return (
    <Form form={form} label={action}>
      <BoundField form={form} name="url">
        {(field) => <TextField {...field} type="url" autoFocus placeholder="https://" />}
      </BoundField>
      <BoundField form={form} name="description">
        {(field) => <TextField {...field} />}
      </BoundField>
      <BoundField form={form} name="scope">
        {(field) => <RadioGroup {...field} layout="row" options={SCOPES} />}
      </BoundField>
      {scope === "some" ? (
        <BoundField form={form} name="event_types">
          {(field) => <CheckGroup {...field} options={CHOICES} />}
        </BoundField>
      ) : null}
      <BoundField form={form} name="signed">
        {(field) => <RadioGroup {...field} options={SIGNATURES} />}
      </BoundField>
      {signed === "body_hmac" ? (
        <>
          <BoundField form={form} name="signature_header">
            {(field) => <TextField {...field} placeholder="X-Signature" />}
          </BoundField>
          <p className="max-w-prose text-sm text-muted">{words.bodyHmacLimits}</p>
        </>
      ) : null}
      <Button type="submit" variant="primary" pending={form.isPending} className="self-start">
        {action}
      </Button>
      {onLeave ? (
        <Button
          variant="quiet"
          onPress={() => {
            form.startOver();
            onLeave();
          }}
          className="self-start"
        >
          {words.discardTheChanges}
        </Button>
      ) : null}
    </Form>
  );
}
