import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./source-files.ts";

/** A row of a table in docs/architecture.md. */
export interface Room {
  folder: string;
  imports: readonly string[];
}

const RESOURCE = "components/<resource>";

/** Returns the rows for folders of `top`, from the lowest layer up. */
function roomsOf(top: string): Room[] {
  const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  return [...page.matchAll(/^\| `([^`]+)` \|[^|]*\|([^|]*)\|$/gm)]
    .filter(([, folder]) => folder?.startsWith(`${top}/`))
    .map(([, folder = "", imported = ""]) => ({
      folder,
      imports: imported.trim()
        ? imported
            .trim()
            .split(/\s+/)
            .map((name) => `${top}/${name}`)
        : [],
    }));
}

export const libRooms: readonly Room[] = roomsOf("lib");
export const componentRooms: readonly Room[] = roomsOf("components");

/** Returns a file's room: the longest matching folder in the tables. */
export function roomOf(file: string): Room | undefined {
  const holding = [...libRooms, ...componentRooms].filter(({ folder }) => file.startsWith(`${folder}/`));
  const longest = holding.sort((one, other) => other.folder.length - one.folder.length)[0];
  if (longest || !file.startsWith("components/")) return longest;
  return componentRooms.find(({ folder }) => folder === RESOURCE);
}

/** Returns the folder that a room's law applies to: for components of a resource, the folder of that resource. */
export const folderOf = (file: string, room: Room): string =>
  room.folder === RESOURCE ? file.split("/").slice(0, 2).join("/") : room.folder;
