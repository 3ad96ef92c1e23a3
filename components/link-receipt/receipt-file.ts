import { words } from "./words.ts";

/** What a receipt needs to be legible without the console's style sheet, on the screen and on one sheet of paper. */
const STYLE =
  "body{font:14px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}" +
  "table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0;" +
  "border-bottom:1px solid #bbb;overflow-wrap:anywhere}th{font-weight:400;width:11rem}@page{margin:2cm}";

/** Returns a receipt as a page that needs nothing else, of its content on the screen. */
export const receiptFile = (content: string): Blob =>
  new Blob(
    [
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${words.title}</title><style>${STYLE}</style><main>${content}</main></html>`,
    ],
    { type: "text/html" },
  );
