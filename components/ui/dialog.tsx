"use client";

import { type ReactNode, useId } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

export interface DialogProps {
  isOpen: boolean;
  /** Also called on Escape and on a click outside. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Buttons, the main action last. */
  footer: ReactNode;
  /** False if closing would lose content that is shown only once: then only the dialog's buttons close it. */
  isDismissable?: boolean;
  /** True if the content is read out as the dialog opens. */
  isAlert?: boolean;
}

/** Shows a modal dialog for a question or an answer that must be read. Takes the focus and restores it on close. */
export function Dialog({
  isOpen,
  onClose,
  title,
  children,
  footer,
  isDismissable = true,
  isAlert = false,
}: DialogProps) {
  const content = useId();
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => !open && onClose()}
      className="enter-scrim fixed inset-0 z-50 flex items-center justify-center bg-scrim p-4"
    >
      <Modal className="enter-float w-full max-w-lg rounded-lg bg-raised shadow-float outline-none">
        <AriaDialog
          {...(isAlert && { role: "alertdialog" as const, "aria-describedby": content })}
          className="flex max-h-[calc(100dvh-2rem)] flex-col outline-none"
        >
          <Heading slot="title" level={2} className="px-5 pt-4 text-lg font-semibold break-words">
            {title}
          </Heading>
          <div id={content} className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-3 text-sm text-muted">
            {children}
          </div>
          <div className="flex flex-wrap justify-end gap-2 px-5 pt-1 pb-4">{footer}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
