import type { TestAppOptions } from './app.ts'

/** Budgets as in the service, but the first wait for another guess is a minute, so that no test can outlast it. */
export const SLOW_GUESSES = {
  environment: { DOGEAR_RATE_LIMITS: 'on' },
  replace: ({ guesses }) => ({ guesses: (budget) => guesses({ ...budget, firstWaitSeconds: 60 }) }),
} as const satisfies TestAppOptions
