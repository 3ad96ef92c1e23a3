import { useTimeZone } from "#components/ui/time-zone";
import type { ListedLinkModel } from "#lib/administration/link-tokens/model";
import { receiptOf } from "./receipt-rows.ts";
import { words } from "./words.ts";

/** Shows what was agreed to before an EMR was linked, when, by whom, and in which words. Null for an open link. */
export function LinkReceipt({ link }: { link: ListedLinkModel }) {
  const content = receiptOf(link, useTimeZone());
  if (!content) return null;
  return (
    <section aria-label={words.title} className="flex flex-col gap-3 text-sm">
      <h2 className="text-lg font-semibold">{words.title}</h2>
      <table className="w-full border-collapse">
        <tbody>
          {content.rows.map(([label, value]) => (
            <tr key={label} className="border-b border-current/25">
              <th scope="row" className="w-40 py-1 pr-4 text-left align-top font-normal">
                {label}
              </th>
              <td className="py-1 font-medium wrap-anywhere">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className="font-medium">{words.agreedTo}</h3>
      <ul className="list-disc pl-5">
        {content.agreedTo.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{words.note}</p>
    </section>
  );
}
