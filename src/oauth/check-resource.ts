import { OauthError } from './oauth-error.ts'

/**
 * Checks the server for which an app requests a token (RFC 8707). A token is valid for all of Dogear.
 * @param resource address of the server or of a part of it; may be missing
 * @throws OauthError `invalid_target` for another server
 */
export function checkResource(resource: string | undefined, baseUrl: string): void {
  if (resource === undefined || resource === '') return
  if (resource === baseUrl || resource.startsWith(`${baseUrl}/`)) return
  throw new OauthError(400, 'invalid_target', `The resource must be ${baseUrl} or an address below it.`)
}
