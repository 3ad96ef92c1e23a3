import { z } from "zod";
import { pathOf, type TypedFile } from "./typed-files.ts";

/** The place in the files of one type of an export, as a cursor carries it. */
export const filePlace = z.object({
  /** The export in short: a place in another one says nothing. */
  export: z.string(),
  /** Place of the file among those of its type, and its address in short; null before its first line. */
  file: z.number().int(),
  path: z.string().nullable(),
  /** Lines of the file that were read. */
  line: z.number().int(),
  /** Lines of the file with a resource, and resources of all files of the type, that were read. */
  read: z.number().int(),
  all: z.number().int(),
});

export type FilePlace = z.infer<typeof filePlace>;

/** Returns the place before the first line of the files of an export. */
export const firstFilePlace = (exported: string): FilePlace => ({
  export: exported,
  file: 0,
  path: null,
  line: 0,
  read: 0,
  all: 0,
});

/**
 * Returns a place as it is among these files: a manifest that was asked for anew may have others. The first place if it
 * is one of another export, or its file is no longer there.
 */
export function placeAmong(files: readonly TypedFile[], exported: string, place: FilePlace): FilePlace {
  if (place.export !== exported) return firstFilePlace(exported);
  const { path } = place;
  const at = files[place.file];
  if (path === null || (at !== undefined && pathOf(at) === path)) return place;
  const moved = files.findIndex((file) => pathOf(file) === path);
  return moved === -1 ? firstFilePlace(exported) : { ...place, file: moved };
}
