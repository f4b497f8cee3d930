import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isJsonObject, parseJson } from '../../kernel/json.ts'

/** What a browser sends after a ceremony, as far as this server reads it before the library checks it. */
interface SentCredential {
  readonly id: string
  readonly challenge: string
}

/** Maximum length of a credential id in base64url: 1023 bytes (https://www.w3.org/TR/webauthn-3/#credential-id). */
const MAX_ID = 1364
const MAX_TEXT = 48 * 1024

export type SentAssertion = SentCredential & { readonly response: AuthenticationResponseJSON }
type SentAttestation = SentCredential & { readonly response: RegistrationResponseJSON }

/** @returns the answer of a browser to a sign-in; undefined if the text is none */
export function readAssertion(text: string): SentAssertion | undefined {
  const sent = readCredential(text, ['authenticatorData', 'signature'])
  return sent && { ...sent, response: sent.response as AuthenticationResponseJSON }
}

/** @returns the answer of a browser to a registration; undefined if the text is none */
export function readAttestation(text: string): SentAttestation | undefined {
  const sent = readCredential(text, ['attestationObject'])
  return sent && { ...sent, response: sent.response as RegistrationResponseJSON }
}

/** @param members the members of `response` that must be texts, besides `clientDataJSON` */
function readCredential(text: string, members: readonly string[]) {
  if (text.length > MAX_TEXT) return undefined
  const value = parseJson(text)
  if (!isJsonObject(value) || !isJsonObject(value['response'])) return undefined
  const { id, response } = value
  const isComplete = ['clientDataJSON', ...members].every((name) => typeof response[name] === 'string')
  if (typeof id !== 'string' || id.length > MAX_ID || !/^[\w-]+$/.test(id) || !isComplete) return undefined
  const client = parseJson(Buffer.from(String(response['clientDataJSON']), 'base64url').toString())
  const challenge = isJsonObject(client) ? client['challenge'] : undefined
  return typeof challenge === 'string' ? { id, challenge, response: value as unknown } : undefined
}
