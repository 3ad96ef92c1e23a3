/** The parameters by which the page decrypts its content; binary values in base64. */
export interface Sealed {
  salt: string;
  iv: string;
  /** Rounds of PBKDF2 with SHA-256. */
  iterations: number;
  content: string;
}

/**
 * The page's program: asks for the passphrase, decrypts, and draws the tables as text nodes. It stands in the file as
 * text, because the file must work in any browser without a network.
 */
const PROGRAM = `
"use strict";
const sealed = JSON.parse(document.getElementById("sealed").textContent);
const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
const form = document.querySelector("form");
const problem = document.querySelector("[role=alert]");

async function decrypt(passphrase) {
  const typed = new TextEncoder().encode(passphrase.normalize("NFKC").trim());
  const base = await crypto.subtle.importKey("raw", typed, "PBKDF2", false, ["deriveKey"]);
  const derivation = { name: "PBKDF2", hash: "SHA-256", salt: bytes(sealed.salt), iterations: sealed.iterations };
  const key = await crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, ["decrypt"]);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytes(sealed.iv) }, key, bytes(sealed.content));
  return JSON.parse(new TextDecoder().decode(plain));
}

function add(parent, name, text) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function draw(sheet) {
  const main = document.querySelector("main");
  main.replaceChildren();
  document.title = sheet.title;
  add(main, "h1", sheet.title);
  for (const note of sheet.notes) add(main, "p", note);
  const print = add(main, "button", "Print");
  print.addEventListener("click", () => window.print());
  for (const section of sheet.sections) {
    add(main, "h2", section.title);
    if (section.rows.length === 0) {
      add(main, "p", section.none);
      continue;
    }
    const table = add(main, "table");
    const head = add(add(table, "thead"), "tr");
    for (const column of section.columns) add(head, "th", column).scope = "col";
    const body = add(table, "tbody");
    for (const row of section.rows) {
      const line = add(body, "tr");
      for (const cell of row) add(line, "td", cell);
    }
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.textContent = "";
  try {
    draw(await decrypt(form.elements.passphrase.value));
  } catch (error) {
    problem.textContent =
      error.name === "OperationError"
        ? "This passphrase does not open the packet. Check it for typing errors."
        : "This browser cannot open the packet: " + error.message;
  }
});
`;

const STYLE = `
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem; color: #111; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; }
p { margin: .25rem 0; max-width: 70ch; }
label { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
input { font: inherit; padding: .4rem; width: 20rem; max-width: 100%; }
button { font: inherit; padding: .4rem .9rem; margin: .5rem 0; }
[role=alert] { color: #b00020; }
table { border-collapse: collapse; width: 100%; font-size: 12px; }
th, td { text-align: left; vertical-align: top; padding: 3px 10px 3px 0; border-bottom: 1px solid #bbb; }
tr { break-inside: avoid; }
@media print { body { margin: 0; } button { display: none; } h2 { break-after: avoid; } }
`;

/**
 * Returns the file of a packet: an HTML page that holds the encrypted content and decrypts it in a browser. Nothing of a
 * patient can be read in it without the passphrase; `day` (YYYY-MM-DD) can.
 */
export function filePage(day: string, sealed: Sealed): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Downtime packet ${day}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Downtime packet ${day}</h1>
<p>Appointments, open referrals and recalls as of the last sync. It opens without a network.</p>
<form>
<label for="passphrase">The clinic's downtime passphrase</label>
<input id="passphrase" name="passphrase" type="password" autocomplete="off" required autofocus>
<div><button>Open</button></div>
<p role="alert"></p>
</form>
</main>
<script id="sealed" type="application/json">${JSON.stringify(sealed)}</script>
<script>${PROGRAM}</script>
</body>
</html>
`;
}
