"use client";

import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { PaletteSearch } from "./palette-search.tsx";
import { words } from "./palette-words.ts";

export interface CommandPaletteProps {
  isOpen: boolean;
  /** How often it was opened. Each opening has a field of its own, also while the last one still fades out. */
  opening: number;
  onOpenChange: (isOpen: boolean) => void;
  /** Returns what was typed before the search had loaded. */
  takeTyped: () => string;
}

/** A search for patients, pages and operations by name, and jobs by id. */
export function CommandPalette({ isOpen, opening, onOpenChange, takeTyped }: CommandPaletteProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className="enter-scrim fixed inset-0 z-50 flex items-start justify-center bg-scrim p-3 pt-[max(0.75rem,10vh)]"
    >
      <Modal className="w-full max-w-140">
        <Dialog
          aria-label={words.search}
          className="flex max-h-[min(32rem,78dvh)] flex-col overflow-hidden rounded-lg bg-raised shadow-float outline-none"
        >
          <PaletteSearch key={opening} takeTyped={takeTyped} onDone={() => onOpenChange(false)} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
