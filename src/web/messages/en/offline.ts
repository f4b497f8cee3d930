/** Texts of the app without a network. */
export const OFFLINE_EN = {
  'offline.needsNetwork': 'This needs a connection. Try again when you’re back online.',
} as const
