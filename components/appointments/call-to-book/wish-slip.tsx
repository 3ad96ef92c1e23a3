"use client";

import { useState } from "react";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Dialog } from "#components/ui/dialog";
import { TextArea } from "#components/ui/text-area";
import { words } from "./words.ts";

/** Shows a wish that nothing stores, to be copied. */
export function WishSlip({ wish, onClose }: { wish: string; onClose: () => void }) {
  const [text, setText] = useState(wish);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.callToBook}
      footer={
        <>
          <Button onPress={onClose}>{words.close}</Button>
          <CopyButton label={words.copy} text={text} />
        </>
      }
    >
      <p className="text-muted">{words.nothingStored}</p>
      <TextArea label={words.wishLabel} value={text} onChange={setText} />
    </Dialog>
  );
}
