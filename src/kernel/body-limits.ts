/** Longest bodies in bytes (security specification, section 5); only requests that may bring an article have more. */
export const ORDINARY_BODY = 1024 * 1024
/** Names, passwords, tokens and what goes with them. */
export const CREDENTIALS_BODY = 64 * 1024
