/**
 * The smallest id that a browser assigns to an object that it creates without a network. Ids of the server are always
 * smaller. Local ids have 15 digits, the maximum that routes accept.
 */
export const FIRST_LOCAL_ID = 900_000_000_000_000

/** @returns whether the server does not know the object yet */
export const isLocalId = (id: number): boolean => id >= FIRST_LOCAL_ID
