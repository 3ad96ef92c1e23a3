import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./source-files.ts";

/** One row of a table of docs/architecture.md. */
export interface Room {
  folder: string;
  imports: readonly string[];
}

const RESOURCE = "components/<resource>";

/** The rows of the table whose first column names folders of `top`, from the ground up. */
function roomsOf(top: string): Room[] {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  return [...page.matchAll(/^\| `([^`]+)` \|[^|]*\|([^|]*)\|$/gm)]
    .filter(([, folder]) => folder?.startsWith(`${top}/`))
    .map(([, folder = "", imported = ""]) => ({
      folder,
      imports: imported.trim() ? imported.trim().split(/\s+/).map((name) => `${top}/${name}`) : [],
    }));
}

export const libRooms: readonly Room[] = roomsOf("lib");
export const componentRooms: readonly Room[] = roomsOf("components");

/** The room that a file stands in: the longest folder of the tables that holds it. */
export function roomOf(file: string): Room | undefined {
  const holding = [...libRooms, ...componentRooms].filter(({ folder }) => file.startsWith(`${folder}/`));
  const longest = holding.sort((one, other) => other.folder.length - one.folder.length)[0];
  if (longest || !file.startsWith("components/")) return longest;
  return componentRooms.find(({ folder }) => folder === RESOURCE);
}

/** The folder that a room's law is about: of a resource's components, that resource's own. */
export const folderOf = (file: string, room: Room): string =>
  room.folder === RESOURCE ? file.split("/").slice(0, 2).join("/") : room.folder;
