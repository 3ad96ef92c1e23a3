import { type Answer, answer, type Fields, refusal } from "./answer.ts";
import type { Service } from "./service.ts";

const MAX_PAGE_SIZE = 100;
const PAGE_SIZE = 50;

const wholeNumber = (text: string): number | null => (/^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null);

/** Answers one page of a list under a name, by `page` and `page_size`. */
export function pageOf(
  { variants }: Service,
  query: URLSearchParams,
  { name, rows, further = {} }: { name: string; rows: readonly Fields[]; further?: Fields },
): Answer {
  const page = wholeNumber(query.get("page") ?? "1");
  if (page === null) return refusal(400, "page must be a positive integer");
  const asked = wholeNumber(query.get("page_size") ?? String(PAGE_SIZE));
  if (asked === null) return refusal(400, "page_size must be a positive integer");
  if (asked > MAX_PAGE_SIZE && variants.pageSizeOver100 === "refused") {
    return refusal(400, `page_size must be at most ${MAX_PAGE_SIZE}`);
  }
  const size = Math.min(asked, MAX_PAGE_SIZE);
  const total = { number: rows.length, text: String(rows.length), absent: undefined }[variants.totalCount];
  return answer({
    [name]: rows.slice((page - 1) * size, page * size),
    ...further,
    pagination: {
      [variants.currentPage]: page,
      total_pages: Math.ceil(rows.length / size),
      ...(total === undefined ? {} : { total_count: total }),
      page_size: size,
    },
  });
}
