"use client";

import { useState } from "react";
import { Select } from "#components/ui/select";
import { TextArea } from "#components/ui/text-area";
import { eventSample } from "#lib/webhooks/events/samples";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { words } from "./words.ts";

const TYPES = EVENT_TYPES.map((type) => ({ id: type, name: type }));

interface TestDataProps {
  /** JSON, as it is typed. */
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** Edits the data of a test event as JSON. A sample of an event type replaces what was typed. */
export function TestData({ text, error, onChange }: TestDataProps) {
  const [type, setType] = useState("");
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={words.startFromSample}
        required={false}
        options={TYPES}
        value={type}
        onChange={(chosen) => {
          setType(chosen);
          onChange(JSON.stringify(eventSample(chosen)?.data ?? {}, null, 2));
        }}
        className="max-w-80"
      />
      <TextArea
        label={words.testData}
        help={words.testDataHelp}
        rows={6}
        value={text}
        error={error}
        onChange={onChange}
      />
    </div>
  );
}
