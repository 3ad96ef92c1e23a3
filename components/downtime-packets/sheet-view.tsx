import type { SheetText } from "#lib/resources/downtime-packets/sections";

const CELL = "border-b border-current/20 py-1 pr-3 text-left align-top";

/** Shows the sheet as it is printed: notes, then a table per kind of record. */
export function SheetView({ sheet }: { sheet: SheetText }) {
  return (
    <article className="flex flex-col gap-5">
      <header>
        <h2 className="text-lg font-semibold">{sheet.title}</h2>
        {sheet.notes.map((note) => (
          <p key={note} className="text-sm">
            {note}
          </p>
        ))}
      </header>
      {sheet.sections.map(({ title, columns, rows, none }) => (
        <section key={title}>
          <h3 className="pb-1 font-semibold">{title}</h3>
          {rows.length === 0 ? (
            <p className="text-sm">{none}</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table that is wider than the page
            <section tabIndex={0} aria-label={title} className="overflow-x-auto">
              <table className="w-full min-w-max border-collapse text-xs tabular-nums print:min-w-0">
                <thead>
                  <tr>
                    {columns.map((column) => (
                      <th key={column} scope="col" className={CELL}>
                        {column}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move, and two may be alike
                    <tr key={index} className="break-inside-avoid">
                      {columns.map((column, place) => (
                        <td key={column} className={`${CELL} max-w-80`}>
                          {row[place]}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
        </section>
      ))}
    </article>
  );
}
