/** 25 MB (additions §3). */
export const MAX_UPLOADED_FILE_BYTES = 25 * 1024 * 1024;

/** Most bytes of a body with a file: room for its texts and the heads of its parts. */
export const MAX_UPLOAD_BYTES = MAX_UPLOADED_FILE_BYTES + 1024 * 1024;
