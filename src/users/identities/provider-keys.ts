import type { Configuration } from 'openid-client'
import { boundedFetch } from '../../fetching/bounded-fetch.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ProviderKey } from './json-web-signature.ts'

const MAX_BYTES = 256 * 1024
const TIMEOUT_MS = 10_000
/** Milliseconds for which keys are used again, and after which an unknown key lets them be loaded again. */
const MAX_AGE_MS = 3_600_000
const PAUSE_MS = 60_000

/** @returns the keys of the provider, which include the one with this id if the provider has it */
export type ProviderKeys = (configuration: Configuration, keyId: unknown) => Promise<readonly ProviderKey[]>

/**
 * Loads the public keys of a provider. Anyone can send tokens with unknown keys, so they are loaded at most once a minute.
 * The function throws an Error if they cannot be loaded.
 */
export function providerKeys(clock: Clock): ProviderKeys {
  let [keys, loadedAt]: [Promise<readonly ProviderKey[]> | undefined, number] = [undefined, 0]
  return async (configuration, keyId) => {
    const now = clock.now().getTime()
    const known = await keys?.catch(() => undefined)
    const isKnown = known?.some(({ kid }) => keyId === undefined || kid === keyId) ?? false
    if (!keys || now - loadedAt >= (isKnown ? MAX_AGE_MS : PAUSE_MS)) {
      loadedAt = now
      keys = loadKeys(configuration)
      keys.catch(() => undefined)
    }
    return keys
  }
}

async function loadKeys(configuration: Configuration): Promise<readonly ProviderKey[]> {
  const { jwks_uri: address } = configuration.serverMetadata()
  if (address === undefined) throw new Error('the provider publishes no keys')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const options = {
    method: 'GET' as const,
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual' as const,
  }
  const response = await boundedFetch(MAX_BYTES)(address, { ...options, signal })
  const { keys } = (await response.json()) as { keys?: unknown }
  if (response.status !== 200 || !Array.isArray(keys)) throw new Error('the keys of the provider cannot be read')
  return keys as ProviderKey[]
}
