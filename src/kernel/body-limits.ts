/**
 * Maximum size of a request body in bytes (security specification, section 5). Only routes that receive articles or
 * files have a higher limit.
 */
export const ORDINARY_BODY = 1024 * 1024
/** Maximum size in bytes of a request body with credentials and other short fields. */
export const CREDENTIALS_BODY = 64 * 1024
