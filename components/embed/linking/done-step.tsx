"use client";

import { useQuery } from "@tanstack/react-query";
import { LinkReceipt } from "#components/link-receipt/link-receipt";
import { ReceiptActions } from "#components/link-receipt/receipt-actions";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { ErrorState } from "#components/ui/error-state";
import { Skeleton } from "#components/ui/skeleton";
import type { LinkTokenModel } from "#lib/administration/link-tokens/model";
import { linkTokenOf } from "#lib/browser/api/link-token";
import { words } from "./linking-words.ts";

interface DoneStepProps {
  /** The link as it was before its EMR was linked. */
  link: LinkTokenModel;
  onDone: () => void;
}

/** Shows the receipt of a link, which is printed or kept as a file, before the view ends. */
export function DoneStep({ link: { id, redirect_url: redirectUrl, origin }, onDone }: DoneStepProps) {
  const { data: link, error, refetch } = useQuery(linkTokenOf(id));
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="success" title={words.linked} announce>
        {words.linkedHint}
      </Banner>
      {error ? (
        <ErrorState title={words.noReceipt} onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : null}
      {link ? (
        <div className="rounded-md border border-line p-4">
          <LinkReceipt link={link} />
        </div>
      ) : error ? null : (
        <Skeleton className="h-80" />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {link ? <ReceiptActions link={link} isFramed={redirectUrl === null} /> : null}
        <Button variant="primary" autoFocus onPress={onDone}>
          {redirectUrl === null ? words.done : words.goOn(origin)}
        </Button>
      </div>
    </div>
  );
}
