"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { CheckGroup } from "#components/ui/check-group";
import { KeptBanner } from "#components/ui/kept-banner";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { formErrors } from "#lib/browser/api/form-errors";
import type { EndpointFields } from "#lib/browser/api/webhook-endpoints";
import type { KeptDraft } from "#lib/browser/drafts/use-draft";
import { EVENT_TYPES } from "#lib/webhooks/events/types";

const CHOICES = EVENT_TYPES.map((type) => ({ id: type, name: type }));
const SCOPES = [
  { id: "all", name: "All subscribed types" },
  { id: "some", name: "Only some" },
];

interface EndpointFormProps {
  /** Initial values. */
  fields: EndpointFields;
  /** Label of the submit button. */
  action: string;
  pending: boolean;
  /** The server's error. */
  error: Error | null;
  /** Stores the typed values; the caller drops the draft after submitting. */
  draft: KeptDraft;
  onSubmit: (fields: EndpointFields) => void;
}

const LABELS = { url: { label: "The URL" }, description: { label: "The description" } };

interface EndpointDraft {
  url: string;
  description: string;
  scope: "all" | "some";
  types: string[];
}

/** The fields that the draft stores; an endpoint's secret is never typed. */
export const ENDPOINT_DRAFT = ["url", "description", "scope", "types"] as const;

const begin = ({ url, description, event_types: types }: EndpointFields): EndpointDraft => ({
  url,
  description,
  scope: types.length > 0 ? "some" : "all",
  types,
});

/** Edits an endpoint's URL, description and event types. */
export function EndpointForm({ fields, action, pending, error, draft, onSubmit }: EndpointFormProps) {
  const [restored, setRestored] = useState(draft.found !== null);
  const [typed, setTyped] = useState<EndpointDraft>({ ...begin(fields), ...draft.found });
  const { url, description, scope, types } = typed;
  const change = (changed: Partial<EndpointDraft>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    draft.keep({ ...next });
  };
  const [tried, setTried] = useState(false);
  const nothingChosen = scope === "some" && types.length === 0;
  const problems = formErrors(error instanceof ApiFailure ? error.errors : [], LABELS).fields;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (url.trim() === "" || nothingChosen) return;
    onSubmit({ url: url.trim(), description: description.trim(), event_types: scope === "all" ? [] : types });
    // Stores the idempotency key with the values: a retry after a reload must be the same request.
    draft.keep({ ...typed });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {restored ? (
        <KeptBanner
          onStartEmpty={() => {
            draft.drop();
            setRestored(false);
            setTyped(begin(fields));
          }}
        />
      ) : null}
      {error && problems.size === 0 ? (
        <Banner tone="danger" title={error.message} announce>
          Nothing was saved.
        </Banner>
      ) : null}
      <TextField
        label="URL"
        autoFocus
        type="url"
        value={url}
        onChange={(given) => change({ url: given })}
        required
        placeholder="https://"
        help="Events are posted to this URL. It must answer with 2xx within 15 seconds."
        error={tried && url.trim() === "" ? "Enter the URL" : problems.get("url")}
      />
      <TextField
        label="Description"
        value={description}
        onChange={(given) => change({ description: given })}
        required={false}
        help="What it is for, such as “Billing”."
        error={problems.get("description")}
      />
      <RadioGroup
        label="Events"
        layout="row"
        value={scope}
        onChange={(given) => change({ scope: given === "some" ? given : "all" })}
        options={SCOPES}
      />
      {scope === "some" ? (
        <CheckGroup
          label="Event types"
          value={types}
          onChange={(given) => change({ types: given })}
          options={CHOICES}
          error={tried && nothingChosen ? "Choose at least one" : undefined}
        />
      ) : null}
      <Button type="submit" variant="primary" pending={pending} className="self-start">
        {action}
      </Button>
    </form>
  );
}
