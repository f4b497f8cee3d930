import type { FormFields } from '../../kernel/form-body.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { OauthError } from '../oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'

const MAX_REDIRECT_URIS = 10
const MAX_NAME = 100

/** What an app states about itself. */
export interface AppMetadata {
  readonly name: string
  readonly redirectUris: readonly string[]
}

/**
 * Reads a registration (RFC 7591, section 2): `client_name`, `redirect_uris` and `grant_types`. Other members are ignored:
 * all apps have the same grants and no secret, and a website that an app claims to have proves nothing to the user.
 * @throws OauthError `invalid_redirect_uri` or `invalid_client_metadata`
 */
export function readAppMetadata(fields: FormFields): AppMetadata {
  const redirectUris = readRedirectUris(fields.get('redirect_uris') ?? [])
  const grants = fields.get('grant_types') ?? ['authorization_code']
  if (redirectUris.length === 0 && Array.isArray(grants) && grants.includes('authorization_code')) {
    throw new OauthError(400, 'invalid_redirect_uri', 'The grant "authorization_code" requires "redirect_uris".')
  }
  return { name: readName(fields.get('client_name') ?? ''), redirectUris }
}

function readRedirectUris(value: unknown): string[] {
  const isList = Array.isArray(value) && value.length <= MAX_REDIRECT_URIS
  if (isList && value.every((uri) => typeof uri === 'string' && isRedirectUri(uri))) return value as string[]
  const rule = 'an https address, an address of this device such as http://127.0.0.1/, or a scheme of the app'
  throw new OauthError(
    400,
    'invalid_redirect_uri',
    `"redirect_uris" must be a list of at most ${MAX_REDIRECT_URIS} addresses, each of them ${rule}, without a fragment.`,
  )
}

function readName(value: unknown): string {
  if (typeof value !== 'string') throw new OauthError(400, 'invalid_client_metadata', '"client_name" must be a text.')
  const name = cutText(
    storableText(value)
      .replaceAll(/\p{C}+/gu, '')
      .trim(),
    MAX_NAME,
  )
  return name || 'App'
}
