import type { GuessBudget } from './guess-throttle.ts'
import type { Budget } from './throttle.ts'

/** Rate limits of the security specification (3.5). They are far above the needs of any client. */
export const BUDGETS = {
  failuresPerAddress: { name: 'failures-address', points: 50, seconds: 900, isShared: true },
  tokensPerClient: { name: 'tokens-client', points: 600, seconds: 60 },
  refusalsPerClient: { name: 'refusals-client', points: 60, seconds: 60 },
  savesPerUser: { name: 'saves-user', points: 120, seconds: 60 },
  operationsPerUser: { name: 'operations-user', points: 3000, seconds: 60 },
  searchesPerUser: { name: 'searches-user', points: 30, seconds: 60 },
  searchesPerVisitor: { name: 'searches-visitor', points: 30, seconds: 60 },
  assistantChanges: { name: 'assistant-changes', points: 60, seconds: 3600 },
  previewsPerUser: { name: 'previews-user', points: 60, seconds: 60 },
  trialsPerUser: { name: 'trials-user', points: 30, seconds: 60 },
  callsPerToken: { name: 'calls-token', points: 600, seconds: 60 },
  registrationsPerAddress: { name: 'registrations-address', points: 5, seconds: 3600, isShared: true },
  appsPerAddress: { name: 'apps-address', points: 30, seconds: 3600, isShared: true },
  // A user has few addresses. The limits keep users from sending confirmation mails to strangers.
  mailAddressesPerUser: { name: 'mail-addresses-user', points: 10, seconds: 86_400, isShared: true },
  confirmationsPerRecipient: { name: 'confirmations-recipient', points: 3, seconds: 86_400, isShared: true },
  accountExportsPerUser: { name: 'account-exports-user', points: 5, seconds: 86_400, isShared: true },
  devicesPerAddress: { name: 'devices-address', points: 30, seconds: 900, isShared: true },
  wrongDeviceCodesPerUser: { name: 'device-codes-user', points: 20, seconds: 900, isShared: true },
  wrongSecretsPerAddress: { name: 'secrets-address', points: 50, seconds: 900 },
  anonymousPerAddress: { name: 'anonymous-address', points: 300, seconds: 60 },
} as const satisfies Readonly<Record<string, Budget>>

/**
 * Limit on wrong passwords and wrong codes for one account. The wait doubles with each further failure up to 15
 * minutes, so the account is never locked permanently.
 */
export const FAILURES_PER_ACCOUNT: GuessBudget = {
  name: 'failures-account',
  points: 10,
  seconds: 900,
  firstWaitSeconds: 1,
  maxWaitSeconds: 900,
  isShared: true,
}
