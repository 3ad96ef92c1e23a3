"use client";

import { useDateReason } from "#lib/browser/page/use-date-reason";

/** Says beside a search that found nothing why its text is no birth date; shows nothing for another text. */
export function DateReason({ text, takesOne = false }: { text: string; takesOne?: boolean }) {
  return <p role="status">{useDateReason(text, takesOne)}</p>;
}
