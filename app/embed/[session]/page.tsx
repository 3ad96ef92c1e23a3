import type { Metadata } from "next";
import { EmbedFrame } from "#components/embed/embed-frame";
import { LinkFrame } from "#components/embed/linking/link-frame";
import { words } from "#components/shell/missing-words.ts";
import { titles } from "#components/shell/title-words.ts";
import { EmptyState } from "#components/ui/empty-state";
import { findEmbedPage } from "#lib/administration/embedding/page";
import { formOutlines, jobTypeSummaries, operationSummaries } from "#lib/catalog/summaries";

export const metadata: Metadata = { title: titles.view, referrer: "no-referrer" };

/**
 * Page of an embedded view (decisions §9). The server only knows the origin that may exchange messages with it; the
 * content is loaded with a token from the embedding page.
 */
export default async function EmbedPage({ params }: PageProps<"/embed/[session]">) {
  const page = await findEmbedPage((await params).session);
  if (!page) {
    return (
      <main>
        <EmptyState title={words.noView}>{words.noViewHint}</EmptyState>
      </main>
    );
  }
  if (page.links) {
    return (
      <LinkFrame
        id={page.sessionId}
        origin={page.origin}
        isAlone={page.links === "alone"}
        operations={operationSummaries}
      />
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
