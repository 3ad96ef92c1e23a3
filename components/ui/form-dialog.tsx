"use client";

import { type ReactNode, useId, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { Button } from "./button.tsx";
import { Confirm } from "./confirm.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { words } from "./words.ts";

interface FormDialogProps<Values extends FieldValues, Body extends FieldValues> {
  form: SubmittedForm<Values, Body>;
  title: string;
  /** The button that sends it. */
  action: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a form in a dialog. Closing it asks first if typed values would be lost. */
export function FormDialog<Values extends FieldValues, Body extends FieldValues>({
  form,
  title,
  action,
  onClose,
  children,
}: FormDialogProps<Values, Body>) {
  const id = useId();
  const [asking, setAsking] = useState(false);
  const leave = () => (form.wouldLose ? setAsking(true) : onClose());
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={title}
      footer={
        <>
          <Button onPress={leave}>{words.cancel}</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} label={title}>
        {children}
      </Form>
      {asking ? (
        <Confirm
          title={words.askDiscard}
          action={words.discardIt}
          leave={words.keepTyping}
          danger
          onConfirm={async () => onClose()}
          onClose={() => setAsking(false)}
        >
          {words.discardEffect}
        </Confirm>
      ) : null}
    </Dialog>
  );
}
