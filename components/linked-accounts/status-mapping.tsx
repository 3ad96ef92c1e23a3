"use client";

import { Plus, X } from "lucide-react";
import { useId } from "react";
import type { Bound } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { IconButton } from "#components/ui/icon-button";
import { Select } from "#components/ui/select";
import { TextField } from "#components/ui/text-field";
import type { VisitStatuses } from "#lib/emr/fhir/visit-statuses";
import { words } from "./link-words.ts";
import { FHIR_OWN, FHIR_STATUSES, sharedWords, unmappedWords } from "./status-words.ts";

type Row = VisitStatuses[number];

interface RowProps {
  row: Row;
  place: number;
  onChange: (row: Row) => void;
  onRemove: () => void;
}

/** Edits one visit status of the practice and the status of FHIR for which it stands. */
function StatusRow({ row, place, onChange, onRemove }: RowProps) {
  return (
    <li className="flex items-end gap-2 py-3">
      <fieldset className="grid min-w-0 flex-1 grid-cols-2 gap-2">
        <legend className="sr-only">{words.visitStatus(place)}</legend>
        <TextField label={words.code} value={row.code} onChange={(code) => onChange({ ...row, code })} />
        <Select
          label={words.inFhir}
          value={row.fhir_status}
          options={FHIR_STATUSES}
          onChange={(status) => onChange({ ...row, fhir_status: status as Row["fhir_status"] })}
        />
        <div className="col-span-2">
          <TextField
            label={words.description}
            value={row.description}
            onChange={(description) => onChange({ ...row, description })}
          />
        </div>
      </fieldset>
      <IconButton label={words.removeStatus(row.code, place)} onPress={onRemove}>
        <X />
      </IconButton>
    </li>
  );
}

/** Maps the practice's visit statuses to those of FHIR, both ways; without entries the codes are FHIR's own. */
export function StatusMapping({ label, value, onChange, error }: Bound<VisitStatuses>) {
  const id = useId();
  const rows = value.map((row, index) => ({ key: `visit status ${index}`, row, index }));
  const notes = [unmappedWords(value), sharedWords(value)].filter((note) => note !== null);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="text-sm font-medium">
        {label}
      </h3>
      {error ? (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      ) : null}
      {value.length === 0 ? (
        <p className="text-sm text-muted">{words.fhirCodes}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {rows.map(({ key, row, index }) => (
            <StatusRow
              key={key}
              row={row}
              place={index + 1}
              onChange={(changed) => onChange(value.with(index, changed))}
              onRemove={() => onChange(value.toSpliced(index, 1))}
            />
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} className="text-xs text-muted">
          {note}
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" />}
          onPress={() => onChange([...value, { code: "", description: "", fhir_status: "booked" }])}
        >
          {words.addStatus}
        </Button>
        {value.length === 0 ? (
          <Button size="sm" onPress={() => onChange([...FHIR_OWN])}>
            {words.startFromFhir}
          </Button>
        ) : (
          <Button size="sm" onPress={() => onChange([])}>
            {words.useFhir}
          </Button>
        )}
      </div>
    </section>
  );
}
