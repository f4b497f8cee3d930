/** Maximum body sizes in bytes (security specification, section 5); only requests with articles allow more. */
export const ORDINARY_BODY = 1024 * 1024
/** Limit for bodies with names, passwords, tokens and similar fields. */
export const CREDENTIALS_BODY = 64 * 1024
