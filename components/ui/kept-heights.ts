const ROWS = "li:not(li li), tbody > tr:not([aria-hidden])";

/** Keeps the rows of a list from losing height, such as by a button that goes; returns the function that ends it. */
export function holdHeights(list: Element): () => void {
  const rows = [...list.querySelectorAll<HTMLElement>(ROWS)].filter(({ style }) => style.height === "");
  const heights = rows.map((row) => row.getBoundingClientRect().height);
  // A row of a table takes its height as the least.
  const least = (row: HTMLElement) => (row.tagName === "TR" ? "height" : "minHeight");
  for (const [index, row] of rows.entries()) row.style[least(row)] = `${heights[index]}px`;
  const free = () => {
    window.removeEventListener("resize", free);
    for (const row of rows) row.style[least(row)] = "";
  };
  window.addEventListener("resize", free);
  return free;
}
