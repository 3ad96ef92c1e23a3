"use client";

import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "./icon-button.tsx";
import { useWide } from "./use-wide.ts";
import { words } from "./words.ts";

export interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One line under the title. */
  detail?: ReactNode;
  /** Whether a field of the page keeps the focus, as somebody is typing there. */
  leavesFocus?: boolean;
  /** Buttons that stay visible below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Takes the focus before any child requests it. On close, restores the previous focus unless the focus has moved since.
 * React also runs this effect again when it hides the panel while a part loads: the focus then stays where it is.
 */
function useFocusBack(panel: React.RefObject<HTMLElement | null>, leavesFocus: boolean) {
  const isDue = useRef(!leavesFocus);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const held = panel.current;
    if (isDue.current) held?.focus({ preventScroll: true });
    return () => {
      const left = document.activeElement;
      const lost = left === null || left === document.body || held?.contains(left);
      isDue.current = lost === true;
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [panel]);
}

function DrawerParts({ title, detail, footer, children, onClose, titleId }: DrawerProps & { titleId?: string }) {
  return (
    <>
      <div className="flex items-start gap-2 border-b border-line py-2.5 pr-2 pl-4">
        <div className="min-w-0 flex-1 pt-1">
          <Heading
            {...(titleId ? { id: titleId } : { slot: "title" })}
            level={2}
            className="text-lg leading-6 font-semibold"
          >
            {title}
          </Heading>
          {detail && <div className="mt-0.5 text-sm text-faint">{detail}</div>}
        </div>
        <IconButton label={words.close} hint={words.closeByKey} onPress={onClose}>
          <X />
        </IconButton>
      </div>
      <div data-scrolls="" className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4">
        {children}
      </div>
      {footer && (
        <div className="flex items-center justify-end gap-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </>
  );
}

/** Opens beside the page, which stays usable and makes room (the frame reads `data-drawer`). */
function SideDrawer(props: DrawerProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useFocusBack(panel, props.leavesFocus === true);
  return (
    <section
      ref={panel}
      data-drawer=""
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="fixed top-topbar right-0 bottom-0 z-20 flex w-drawer flex-col border-l border-line bg-surface outline-none"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) props.onClose();
      }}
    >
      <DrawerParts {...props} titleId={titleId} />
    </section>
  );
}

/** Opens over the page on narrow screens. */
function ModalDrawer(props: DrawerProps) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && props.onClose()}
      className="enter-scrim fixed inset-0 z-40 bg-scrim"
    >
      <Modal className="enter-side fixed inset-y-0 right-0 w-full bg-surface shadow-float sm:max-w-drawer">
        <Dialog className="flex h-dvh flex-col outline-none">
          <DrawerParts {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/**
 * Shows a side sheet for a form or a record: beside the page, or over it on narrow screens. Escape closes it and
 * restores the focus.
 */
export function Drawer(props: DrawerProps) {
  const wide = useWide();
  if (!props.isOpen) return null;
  return wide ? <SideDrawer {...props} /> : <ModalDrawer {...props} />;
}
