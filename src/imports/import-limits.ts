/** Maximum size of a file in bytes, and maximum number of its rows (security specification, section 5). */
export const MAX_FILE_BYTES = 100 * 1024 * 1024
export const MAX_ROWS = 100_000
/** Maximum number of rows with a reason that are recorded. Failed and skipped rows beyond it are only counted. */
export const MAX_ERRORS = 1000
/** Maximum number of unfinished imports of one user. Further files are rejected. */
export const MAX_UNFINISHED = 5
/** Maximum number of finished imports of one user. The oldest ones are deleted. */
export const MAX_FINISHED = 50
