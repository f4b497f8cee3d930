import {
  constants,
  createPublicKey,
  verify,
  type KeyObject,
  type VerifyKeyObjectInput,
  type webcrypto,
} from 'node:crypto'

/**
 * Checks signatures of tokens that no grant returns. `openid-client` checks ID tokens within its grants only, and has no function
 * for logout tokens.
 */

/** A public key of a provider, as it publishes it (RFC 7517). */
export interface ProviderKey extends webcrypto.JsonWebKey {
  readonly kid?: string
  readonly use?: string
  readonly alg?: string
}

interface Algorithm {
  /** undefined for algorithms that hash by themselves */
  readonly hash: string | undefined
  /** type of the key, and its curve (RFC 7518, section 6; RFC 8037) */
  readonly type: string
  readonly curve?: string
  readonly options: Omit<VerifyKeyObjectInput, 'key'>
}

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_DIGEST } = constants
const pkcs1 = (hash: string): Algorithm => ({ hash, type: 'RSA', options: { padding: RSA_PKCS1_PADDING } })
const pss = (hash: string): Algorithm => ({
  hash,
  type: 'RSA',
  options: { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST },
})
const ecdsa = (hash: string, curve: string): Algorithm => ({
  hash,
  type: 'EC',
  curve,
  options: { dsaEncoding: 'ieee-p1363' },
})

/** The signatures with public keys (RFC 7518, section 3.1; RFC 8037). None and those with a shared secret are refused. */
const ALGORITHMS: ReadonlyMap<unknown, Algorithm> = new Map([
  ['RS256', pkcs1('sha256')],
  ['RS384', pkcs1('sha384')],
  ['RS512', pkcs1('sha512')],
  ['PS256', pss('sha256')],
  ['PS384', pss('sha384')],
  ['PS512', pss('sha512')],
  ['ES256', ecdsa('sha256', 'P-256')],
  ['ES384', ecdsa('sha384', 'P-384')],
  ['ES512', ecdsa('sha512', 'P-521')],
  ['EdDSA', { hash: undefined, type: 'OKP', curve: 'Ed25519', options: {} }],
])

/** Minimum size of an RSA key in bits (RFC 7518, section 3.3). */
const MIN_RSA_BITS = 2048
/** Matches a token in the compact form (RFC 7515, section 3.1). */
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/
const MAX_LENGTH = 16_384

/** A signed token whose signature is not checked yet. */
export interface SignedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
  readonly signed: Buffer
  readonly signature: Buffer
}

/** @throws Error if the text is no signed token */
export function parseSignedToken(text: string): SignedToken {
  const [, header, claims, signature] = (text.length <= MAX_LENGTH && COMPACT.exec(text)) || []
  if (header === undefined || claims === undefined || signature === undefined) throw new Error('it is no signed token')
  return {
    header: parseObject(header),
    claims: parseObject(claims),
    signed: Buffer.from(`${header}.${claims}`),
    signature: Buffer.from(signature, 'base64url'),
  }
}

function parseObject(encoded: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString())
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  throw new Error('a part of it is no object')
}

/**
 * Checks the signature of a token (RFC 7515, section 5.2).
 * @param allowed the algorithms that the provider uses
 * @throws Error if the algorithm is not allowed, no key fits, or the signature is wrong
 */
export function checkSignature(
  { header, signed, signature }: SignedToken,
  keys: readonly ProviderKey[],
  allowed: readonly string[],
): void {
  const algorithm = ALGORITHMS.get(header['alg'])
  if (!algorithm || !allowed.includes(String(header['alg']))) throw new Error('its algorithm is not allowed')
  if ('crit' in header) throw new Error('it has extensions that must be understood')
  const fitting = keys.filter((key) => fits(key, header, algorithm))
  if (fitting.length === 0) throw new Error('the provider has no such key')
  const isValid = fitting.some((jwk) => {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    return isStrong(key) && verify(algorithm.hash, signed, { key, ...algorithm.options }, signature)
  })
  if (!isValid) throw new Error('its signature is wrong')
}

function fits(key: ProviderKey, header: SignedToken['header'], { type, curve }: Algorithm): boolean {
  if (key.kty !== type || (curve !== undefined && key.crv !== curve)) return false
  if (header['kid'] !== undefined && key.kid !== header['kid']) return false
  return (key.use ?? 'sig') === 'sig' && (key.alg ?? header['alg']) === header['alg']
}

function isStrong({ asymmetricKeyDetails }: KeyObject): boolean {
  return (asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) >= MIN_RSA_BITS
}
