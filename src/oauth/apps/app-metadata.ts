import type { FormFields } from '../../kernel/form-body.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { OauthError } from '../oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'

const MAX_REDIRECT_URIS = 10
const MAX_NAME = 100
const MAX_WEBSITE = 500

/** What an app states about itself. */
export interface AppMetadata {
  readonly name: string
  readonly website: string | null
  readonly redirectUris: readonly string[]
}

/**
 * Reads a registration (RFC 7591, section 2): `client_name`, `client_uri`, `redirect_uris` and `grant_types`. Other
 * members are ignored, because all apps have the same grants and no secret.
 * @throws OauthError `invalid_redirect_uri` or `invalid_client_metadata`
 */
export function readAppMetadata(fields: FormFields): AppMetadata {
  const redirectUris = readRedirectUris(fields.get('redirect_uris') ?? [])
  const grants = fields.get('grant_types') ?? ['authorization_code']
  if (redirectUris.length === 0 && Array.isArray(grants) && grants.includes('authorization_code')) {
    throw new OauthError(400, 'invalid_redirect_uri', 'The grant "authorization_code" requires "redirect_uris".')
  }
  const website = readWebsite(fields.get('client_uri') ?? null)
  return { name: readName(fields.get('client_name') ?? '', website), website, redirectUris }
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

function readWebsite(value: unknown): string | null {
  if (value === null || value === '') return null
  const url = typeof value === 'string' && value.length <= MAX_WEBSITE ? URL.parse(value) : null
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return url.href
  throw new OauthError(400, 'invalid_client_metadata', '"client_uri" must be an http or https address.')
}

function readName(value: unknown, website: string | null): string {
  if (typeof value !== 'string') throw new OauthError(400, 'invalid_client_metadata', '"client_name" must be a text.')
  const name = cutText(
    storableText(value)
      .replaceAll(/\p{C}+/gu, '')
      .trim(),
    MAX_NAME,
  )
  return name || URL.parse(website ?? '')?.host || 'App'
}
