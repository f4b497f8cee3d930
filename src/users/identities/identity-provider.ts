import type { Configuration } from 'openid-client'
import type { Settings } from '../../config/settings.ts'
import { boundedFetch } from '../../fetching/bounded-fetch.ts'
import type { Clock } from '../../kernel/clock.ts'

/** The identity provider of the settings, and what an account there may do here. */
export interface IdentityProvider {
  /** name for buttons */
  readonly name: string
  readonly issuer: string
  readonly scopes: string
  /** true if a person without an account gets one */
  readonly isRegistrationOpen: boolean
  /** true if a verified e-mail address links an account that has no second factor and no passkey */
  readonly linksByEmail: boolean
  /** group whose members are administrators; empty if the provider does not decide that */
  readonly adminGroup: string
  /** groups of which a person must be in one; empty if all may sign in */
  readonly allowedGroups: readonly string[]
  /** true if the sign-in page leads to the provider at once */
  readonly isAutomatic: boolean
  /** true if there is no other way to sign in */
  readonly isOnlyWay: boolean
  /**
   * Loads the metadata of the provider (OpenID Connect Discovery) at the first use, because it may be unreachable at the
   * start, and again each hour.
   * @throws Error if the provider cannot be reached or its metadata are invalid
   */
  configuration(): Promise<Configuration>
}

/** Maximum size in bytes of a response of the provider. Metadata, keys and claims of real providers have a few kilobytes. */
const MAX_BYTES = 256 * 1024
const TIMEOUT_SECONDS = 10
/** Difference between the clocks of the provider and this server that is tolerated, in seconds. */
const CLOCK_TOLERANCE = 30
const REFRESH_MS = 3_600_000

/** @returns the identity provider; undefined if the settings name none */
export function identityProvider(settings: Settings, clock: Clock): IdentityProvider | undefined {
  const issuer = settings.DOGEAR_OIDC_ISSUER
  if (issuer === '') return undefined
  let loaded: { readonly configuration: Promise<Configuration>; readonly until: number } | undefined
  return {
    name: settings.DOGEAR_OIDC_NAME,
    issuer,
    scopes: settings.DOGEAR_OIDC_SCOPES,
    isRegistrationOpen: settings.DOGEAR_OIDC_REGISTRATION,
    linksByEmail: settings.DOGEAR_OIDC_LINK_VERIFIED_EMAIL,
    adminGroup: settings.DOGEAR_OIDC_ADMIN_GROUP,
    allowedGroups: settings.DOGEAR_OIDC_ALLOWED_GROUPS,
    isAutomatic: settings.DOGEAR_OIDC_AUTO_REDIRECT,
    isOnlyWay: settings.DOGEAR_OIDC_ONLY,
    configuration: async () => {
      const now = clock.now().getTime()
      if (!loaded || loaded.until < now) loaded = { configuration: discover(settings), until: now + REFRESH_MS }
      const { configuration } = loaded
      try {
        return await configuration
      } catch (error) {
        if (loaded?.configuration === configuration) loaded = undefined
        throw error
      }
    },
  }
}

async function discover(settings: Settings): Promise<Configuration> {
  const client = await import('openid-client')
  const issuer = new URL(settings.DOGEAR_OIDC_ISSUER)
  const secret = settings.DOGEAR_OIDC_CLIENT_SECRET
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE }
  const authentication = secret === '' ? client.None() : client.ClientSecretBasic(secret)
  return client.discovery(issuer, settings.DOGEAR_OIDC_CLIENT_ID, metadata, authentication, {
    timeout: TIMEOUT_SECONDS,
    [client.customFetch]: boundedFetch(MAX_BYTES),
    // The setting allows http only for a provider on this machine.
    execute: issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [],
  })
}
