"use client";

import { type ReactNode, useId } from "react";
import type { FieldValues } from "react-hook-form";
import type { SubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";

interface FormDialogProps<Values extends FieldValues, Body extends FieldValues> {
  form: SubmittedForm<Values, Body>;
  title: string;
  /** The button that sends it. */
  action: string;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a form in a dialog. */
export function FormDialog<Values extends FieldValues, Body extends FieldValues>({
  form,
  title,
  action,
  onClose,
  children,
}: FormDialogProps<Values, Body>) {
  const id = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Form form={form} id={id} label={title}>
        {children}
      </Form>
    </Dialog>
  );
}
