"use client";

import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { PaletteSearch } from "./palette-search.tsx";

export interface CommandPaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** One field for everything: patients, a job by its id, any operation by its name. */
export function CommandPalette({ isOpen, onOpenChange }: CommandPaletteProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="enter-scrim fixed inset-0 z-50 flex items-start justify-center bg-scrim p-3 pt-[max(0.75rem,10vh)]"
    >
      <Modal className="w-full max-w-140">
        <Dialog
          aria-label="Search"
          className="flex max-h-[min(32rem,78dvh)] flex-col overflow-hidden rounded-lg bg-raised shadow-float outline-none"
        >
          <PaletteSearch onDone={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
