/** The version of the Fever API. */
export const FEVER_VERSION = 3
