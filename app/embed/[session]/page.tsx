import type { Metadata } from "next";
import { EmbedFrame } from "#components/embed/embed-frame";
import { EmptyState } from "#components/ui/empty-state";
import { findEmbedPage } from "#lib/administration/embedding/page";
import { formOutlines, jobTypeSummaries, operationSummaries } from "#lib/catalog/summaries";

export const metadata: Metadata = { title: "View", referrer: "no-referrer" };

/**
 * Page of an embedded view (decisions §9). The server only knows the origin that may exchange messages with it; the
 * content is loaded with a token from the embedding page.
 */
export default async function EmbedPage({ params }: PageProps<"/embed/[session]">) {
  const page = await findEmbedPage((await params).session);
  if (!page) {
    return (
      <main>
        <EmptyState title="This view is not available">It was closed, or its address is mistyped.</EmptyState>
      </main>
    );
  }
  return (
    <EmbedFrame
      sessionId={page.sessionId}
      origin={page.origin}
      operations={operationSummaries}
      internalJobs={jobTypeSummaries}
      forms={formOutlines}
    />
  );
}
