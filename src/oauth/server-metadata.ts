import { APP_SCOPES } from '../users/passwords/app-scopes.ts'
import { APP_GRANTS } from './apps/registered-app.ts'

/** Paths of the pages and endpoints for apps. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/v2/token',
  revoke: '/oauth/v2/revoke',
  register: '/oauth/v2/register',
  startDevice: '/oauth/v2/device',
  /** the page on which users enter the code that a device shows */
  devicePage: '/device',
} as const

/**
 * @param baseUrl public address of this server, without a slash at the end
 * @returns the description of the server for apps (RFC 8414). The grant `password` and clients with a secret are left out,
 *   because only apps for wallabag use them.
 */
export function serverMetadata(baseUrl: string) {
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + OAUTH_PATHS.authorize,
    token_endpoint: baseUrl + OAUTH_PATHS.token,
    revocation_endpoint: baseUrl + OAUTH_PATHS.revoke,
    registration_endpoint: baseUrl + OAUTH_PATHS.register,
    device_authorization_endpoint: baseUrl + OAUTH_PATHS.startDevice,
    scopes_supported: APP_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: APP_GRANTS,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

/**
 * @param resource address of the server, or of an interface of it
 * @returns the description of a resource that accepts the tokens of this server (RFC 9728)
 */
export function resourceMetadata(baseUrl: string, resource: string) {
  return {
    resource,
    authorization_servers: [baseUrl],
    scopes_supported: APP_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Dogear',
  }
}
