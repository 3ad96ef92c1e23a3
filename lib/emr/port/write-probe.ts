/** The names of the entries of a profile that tell what its probe wrote, and of what is left of it. */
export const WRITTEN = "Written to the server";
export const COULD_NOT_BE_REMOVED = "Could not be removed";
export const MAY_BE_LEFT = "May be left";

/** What an entry says if there is none. */
export const NOTHING = "nothing";
