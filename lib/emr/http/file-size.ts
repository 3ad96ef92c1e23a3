/** Most bytes of a document's file that is read from an EMR: a sync holds the file in memory while it is stored. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Says of a document's file that it exceeds MAX_FILE_BYTES. */
export const TOO_LARGE = `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`;
