"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useId, useRef } from "react";
import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { Form } from "#components/ui/form";
import { Select } from "#components/ui/select";
import { TextArea } from "#components/ui/text-area";
import { locations } from "#lib/browser/api/locations";
import { leaveShiftNote, rereadShiftNotes } from "#lib/browser/api/shift-notes";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { requestLock } from "#lib/browser/session/lock";
import { newShiftNote } from "#lib/shift-notes/model";
import { LeftOpen } from "./left-open.tsx";
import { words } from "./words.ts";

const FIELDS = { text: { label: words.note, help: words.noteHelp }, location_id: { label: words.location } };

/** The choice of no location: an empty value of the list means that nothing is chosen. */
const ALL = "all desks";

interface HandOverProps {
  /** Names of the locations of the person's desk; none for all. */
  desk: readonly string[];
  onClose: () => void;
}

function HandOverForm({ desk, onClose }: HandOverProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const id = useId();
  const andLock = useRef(false);
  const { data: places = [] } = useQuery(locations(accountId));
  const input = useRef<HTMLTextAreaElement>(null);
  const ofDesk = places.filter(({ name }) => desk.includes(name));
  // A desk of several locations has no one location to leave a note for.
  const own = ofDesk.length === 1 ? ofDesk[0]?.emr_id : undefined;
  const form = useSchemaForm({
    schema: newShiftNote,
    fields: FIELDS,
    initial: { text: "", location_id: own ?? ALL },
    bodyOf: ({ text, location_id }) => ({ text, ...(location_id !== ALL && { location_id }) }),
    draft: useDraft("shift-note"),
    outcomes: { ...SAVES, refused: words.notLeft },
    send: (note, key) => leaveShiftNote(accountId, note, key),
    onDone: () => {
      if (andLock.current) return requestLock("self");
      void rereadShiftNotes(client, accountId);
      onClose();
    },
  });
  const isEmpty = useWatch({ control: form.methods.control, name: "text" }).trim() === "";
  const sendsBy = (locks: boolean) => () => {
    andLock.current = locks;
  };
  useEffect(() => input.current?.focus(), []);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.handOver}
      footer={
        <>
          <Button onPress={onClose}>{words.cancel}</Button>
          {isEmpty ? (
            <Button variant="primary" onPress={() => requestLock("self")}>
              {words.lock}
            </Button>
          ) : (
            <>
              <Button type="submit" form={id} pending={form.isPending} onPress={sendsBy(false)}>
                {words.leaveNote}
              </Button>
              <Button type="submit" form={id} variant="primary" pending={form.isPending} onPress={sendsBy(true)}>
                {words.leaveNoteAndLock}
              </Button>
            </>
          )}
        </>
      }
    >
      <Form form={form} id={id} label={words.handOver}>
        <BoundField form={form} name="text">
          {(field) => <TextArea {...field} inputRef={input} />}
        </BoundField>
        <BoundField form={form} name="location_id">
          {(field) => (
            <Select
              {...field}
              options={[{ id: ALL, name: words.allDesks }, ...places.map(({ emr_id, name }) => ({ id: emr_id, name }))]}
            />
          )}
        </BoundField>
      </Form>
      <LeftOpen onOpen={onClose} />
    </Dialog>
  );
}

/** Hands a desk over: what the person left open, a note to the next shift, and the lock. */
export function HandOver(props: HandOverProps) {
  // The form begins with the desk's location, which Today's choice of the desk has usually loaded already.
  const { isPending } = useQuery(locations(useAccountId()));
  if (isPending) return null;
  return (
    <Suspense>
      <HandOverForm {...props} />
    </Suspense>
  );
}
