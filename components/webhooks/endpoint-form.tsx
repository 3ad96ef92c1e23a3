"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { CheckGroup } from "#components/ui/check-group";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import type { EndpointFields } from "#lib/client/webhook-endpoints";
import { EVENT_TYPES } from "#lib/events/types";

const CHOICES = EVENT_TYPES.map((type) => ({ id: type, name: type }));
const SCOPES = [
  { id: "all", name: "All subscribed types" },
  { id: "some", name: "Only some" },
];

interface EndpointFormProps {
  /** What the form begins with. */
  fields: EndpointFields;
  /** What its button says. */
  action: string;
  pending: boolean;
  /** Why the server refused, in its own words. */
  error: Error | null;
  onSubmit: (fields: EndpointFields) => void;
}

/** The part of a refusal that is about a field: messages begin with its name (decisions §4). */
const problemOf = (message: string | undefined, field: string): string | undefined => {
  const problem = message?.split("; ").find((part) => new RegExp(`\\b${field}\\b`).test(part));
  return problem?.replace(/^url\b/, "The URL");
};

/** What can be set of an endpoint: where it is, what it is for, what it is told of. */
export function EndpointForm({ fields, action, pending, error, onSubmit }: EndpointFormProps) {
  const [url, setUrl] = useState(fields.url);
  const [description, setDescription] = useState(fields.description);
  const [scope, setScope] = useState(fields.event_types.length > 0 ? "some" : "all");
  const [types, setTypes] = useState<string[]>(fields.event_types);
  const [tried, setTried] = useState(false);
  const nothingChosen = scope === "some" && types.length === 0;
  const urlProblem = problemOf(error?.message, "url");
  const descriptionProblem = problemOf(error?.message, "description");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (url.trim() === "" || nothingChosen) return;
    onSubmit({ url: url.trim(), description: description.trim(), event_types: scope === "all" ? [] : types });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error && !urlProblem && !descriptionProblem ? (
        <Banner tone="danger" title={error.message} announce>
          Nothing was saved.
        </Banner>
      ) : null}
      <TextField
        label="URL"
        type="url"
        value={url}
        onChange={setUrl}
        required
        placeholder="https://"
        help="Events are posted to it. It must answer with 2xx within 15 seconds."
        error={tried && url.trim() === "" ? "Enter the URL" : urlProblem}
      />
      <TextField
        label="Description"
        value={description}
        onChange={setDescription}
        required={false}
        help="What it is for, such as “Billing”."
        error={descriptionProblem}
      />
      <RadioGroup label="Told of" layout="row" value={scope} onChange={setScope} options={SCOPES} />
      {scope === "some" ? (
        <CheckGroup
          label="Event types"
          value={types}
          onChange={setTypes}
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
