import type { TestAppOptions } from './app.ts'

/** Budgets like those of the service, but the first wait for another guess is a minute, longer than any test. */
export const SLOW_GUESSES = {
  environment: { DOGEAR_RATE_LIMITS: 'on' },
  replace: ({ guesses }) => ({ guesses: (budget) => guesses({ ...budget, firstWaitSeconds: 60 }) }),
} as const satisfies TestAppOptions
