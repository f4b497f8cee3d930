import type { TestAppOptions } from './app.ts'

/**
 * Budgets for password guesses like those of the service. Only the wait after the first failures is longer: a minute,
 * so that no test reaches its end.
 */
export const SLOW_GUESSES = {
  environment: { DOGEAR_RATE_LIMITS: 'on' },
  replace: ({ guesses }) => ({ guesses: (budget) => guesses({ ...budget, firstWaitSeconds: 60 }) }),
} as const satisfies TestAppOptions
