"use client";

import { PanelLeft, X } from "lucide-react";
import { useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { IconButton } from "#components/ui/icon-button";
import { ProductMark } from "#components/ui/product-mark";
import { Navigation } from "./navigation.tsx";
import { type ConsoleUser, UserMenu } from "./user-menu.tsx";
import { words } from "./words.ts";

/** The navigation on narrow screens, on phones with the signed-in person; a button slides it in. */
export function NavigationSheet({ user, ownPage }: { user: ConsoleUser; ownPage: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={words.openNavigation} className="lg:hidden" onPress={() => setOpen(true)}>
        <PanelLeft />
      </IconButton>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={setOpen}
        isDismissable
        className="enter-scrim fixed inset-0 z-40 bg-scrim"
      >
        <Modal className="enter-side fixed inset-y-0 left-0 w-64 max-w-[80vw] bg-surface shadow-float [--from:-100%]">
          <Dialog aria-label={words.navigation} className="flex h-full flex-col outline-none">
            <div className="flex h-topbar items-center justify-between pr-2 pl-4">
              <ProductMark />
              <IconButton label={words.closeNavigation} onPress={() => setOpen(false)}>
                <X />
              </IconButton>
            </div>
            <div className="flex-1 overflow-y-auto p-2">
              <Navigation onGo={() => setOpen(false)} />
            </div>
            <div className="border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:hidden">
              <UserMenu user={user} ownPage={ownPage} withName />
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}
