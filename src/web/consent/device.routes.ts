import {
  decideDeviceSignIn,
  findPendingDevice,
  type DecideDeviceDeps,
} from '../../oauth/device/decide-device-sign-in.ts'
import { OAUTH_PATHS } from '../../oauth/server-metadata.ts'
import { callerOf } from '../../security-events/caller.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { formText, frameFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import { deviceCodePage, deviceConsentPage, deviceDecidedPage } from './device.page.ts'

export type DeviceRoutesDeps = WebContext & DecideDeviceDeps

/** Adds the page on which users enter or confirm the code of a device, and allow it to use their library. */
export function addDeviceRoutes(routes: ServerRoutes, deps: DeviceRoutesDeps): void {
  routes.get(OAUTH_PATHS.devicePage, (request) => showDevice(deps, request))
  routes.post(OAUTH_PATHS.devicePage, (request) => decide(deps, request))
}

async function showDevice(deps: DeviceRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const { user_code: code } = request.query
  const frame = frameFor(deps, request)
  if (typeof code !== 'string' || code === '') return pageResponse(deviceCodePage({ frame }))
  const { user, csrfToken } = sessionOf(request)
  const device = await findPendingDevice(deps, user.id, code)
  if (!device) return refuse(deps, request, code)
  return pageResponse(deviceConsentPage({ frame, csrfToken, username: user.username, device }))
}

async function decide(deps: DeviceRoutesDeps, request: ServerRequest): Promise<WebResponse> {
  const caller = callerOf(request)
  const { fields, owner } = checkedForm(deps, request)
  const [userCode, isAllowed] = [formText(fields, 'user_code'), formText(fields, 'decision') === 'allow']
  const app = await decideDeviceSignIn(deps, owner, { userCode, isAllowed, caller })
  if (!app) return refuse(deps, request, userCode)
  return pageResponse(deviceDecidedPage({ frame: frameFor(deps, request), ...(isAllowed && { app: app.name }) }))
}

/** Shows the field for the code again, with the code that is wrong or has expired. */
function refuse(deps: DeviceRoutesDeps, request: ServerRequest, code: string): WebResponse {
  return pageResponse(deviceCodePage({ frame: frameFor(deps, request), refused: code.slice(0, 20) }), 422)
}
