import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { hashToken, randomToken } from '../../kernel/random-token.ts'
import type { Caller } from '../../security-events/caller.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { AppScope } from '../../users/passwords/app-scopes.ts'
import { findApp } from '../apps/registered-app.repository.ts'
import { OauthError } from '../oauth-error.ts'
import { insertDeviceCode } from './device-code.repository.ts'
import { newUserCode, shownUserCode } from './user-code.ts'
import { OAUTH_PATHS } from '../server-metadata.ts'

export interface StartDeviceDeps {
  readonly database: Database
  readonly clock: Clock
  readonly devicesPerAddress: Throttle
}

interface DeviceRequest {
  /** the `client_id` of the app */
  readonly appId: string
  readonly scopes: readonly AppScope[]
  readonly caller: Caller
}

/** The codes of a device sign-in (RFC 8628, section 3.2). */
interface DeviceSignIn {
  /** the secret with which the app asks for the decision */
  readonly deviceCode: string
  /** the code that the user types or confirms in the browser, such as `WDJB-MJHT` */
  readonly userCode: string
  /** seconds until both codes expire */
  readonly expiresIn: number
  /** seconds that the app must wait between two requests */
  readonly interval: number
}

const LIFETIME_SECONDS = 600
const INTERVAL_SECONDS = 5

/**
 * Starts the sign-in of a device without a browser.
 * @throws OauthError `invalid_client` for an unknown app; AppError `too_many_requests`
 */
export async function startDeviceSignIn(
  { database, clock, devicesPerAddress }: StartDeviceDeps,
  { appId, scopes, caller }: DeviceRequest,
): Promise<DeviceSignIn> {
  const app = await database.read((db) => findApp(db, appId))
  if (!app) throw new OauthError(400, 'invalid_client', 'The client credentials are invalid')
  await devicesPerAddress.take(networkOf(caller.address))
  const [deviceCode, userCode] = [randomToken(), newUserCode()]
  const expiresAt = new Date(clock.now().getTime() + LIFETIME_SECONDS * 1000).toISOString()
  await database.transaction((tx) =>
    insertDeviceCode(tx, {
      codeHash: hashToken(deviceCode),
      userCode,
      appId: app.id,
      scopes: scopes.join(' '),
      expiresAt,
      intervalSeconds: INTERVAL_SECONDS,
    }),
  )
  return { deviceCode, userCode: shownUserCode(userCode), expiresIn: LIFETIME_SECONDS, interval: INTERVAL_SECONDS }
}

/**
 * @param baseUrl public address of this server, without a slash at the end
 * @returns the response to an app that starts a device sign-in (RFC 8628, section 3.2)
 */
export function deviceResponse({ deviceCode, userCode, expiresIn, interval }: DeviceSignIn, baseUrl: string) {
  const page = baseUrl + OAUTH_PATHS.devicePage
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: expiresIn,
    interval,
  }
}
