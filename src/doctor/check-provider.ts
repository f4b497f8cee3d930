import type { Settings } from '../config/settings.ts'
import { systemClock } from '../kernel/clock.ts'
import { identityProvider } from '../users/identities/identity-provider.ts'
import { CALLBACK_PATH } from '../users/identities/provider-request.ts'
import { ok, problem, type Finding } from './finding.ts'

/** @returns whether the identity provider answers, and the address that must be registered there; nothing without one */
export async function checkProvider(settings: Settings): Promise<readonly Finding[]> {
  const name = 'sign-in'
  const provider = identityProvider(settings, systemClock)
  if (!provider) return []
  const address = `${settings.DOGEAR_BASE_URL || 'DOGEAR_BASE_URL'}${CALLBACK_PATH}`
  try {
    await provider.configuration()
    return [ok(name, `${provider.issuer} answers; the redirect address to register there is ${address}`)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [problem(name, `${provider.issuer} does not answer as a provider: ${reason}. Check DOGEAR_OIDC_ISSUER`)]
  }
}
