/** Each picture on a sheet of its own, as large as the sheet allows; text with a margin. */
const SHEET = `
  @page { margin: 0 }
  html, body { margin: 0 }
  img { display: block; max-width: 100%; max-height: 100vh; margin: 0 auto; break-after: page; break-inside: avoid }
  pre { margin: 15mm; font: 10pt/1.4 monospace; white-space: pre-wrap; overflow-wrap: anywhere }
`;

/** An empty document beside the page, out of sight; its rules come without a style element, which the page's policy forbids. */
async function emptyFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement("iframe");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.style.cssText = "position:fixed;left:-10000px;width:1px;height:1px;border:0";
  await new Promise((resolve) => {
    frame.addEventListener("load", resolve, { once: true });
    document.body.append(frame);
  });
  return frame;
}

/** Opens the browser's printing dialog with what `fill` puts into an empty document, without the page around it. */
export async function printApart(fill: (sheet: Document) => Promise<void>): Promise<void> {
  const frame = await emptyFrame();
  try {
    const view = frame.contentWindow as (Window & typeof globalThis) | null;
    if (!view) return;
    const rules = new view.CSSStyleSheet();
    rules.replaceSync(SHEET);
    view.document.adoptedStyleSheets = [rules];
    await fill(view.document);
    const printed = new Promise((resolve) => view.addEventListener("afterprint", resolve, { once: true }));
    view.print();
    await printed;
  } finally {
    frame.remove();
  }
}

/** Adds a picture to a document that is about to be printed, and waits until it can be drawn. */
export async function addPicture(sheet: Document, picture: Blob): Promise<void> {
  const image = sheet.createElement("img");
  const address = URL.createObjectURL(picture);
  image.src = address;
  image.alt = "";
  sheet.body.append(image);
  await image.decode().finally(() => URL.revokeObjectURL(address));
}
