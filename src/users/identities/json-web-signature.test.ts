import assert from 'node:assert/strict'
import { constants, generateKeyPairSync, sign, type KeyObject, type SignKeyObjectInput } from 'node:crypto'
import { test } from 'node:test'
import { checkSignature, parseSignedToken, type ProviderKey } from './json-web-signature.ts'

interface Kind {
  readonly alg: string
  readonly key: KeyObject
  readonly publicKey: KeyObject
  readonly hash: string | undefined
  readonly options: Omit<SignKeyObjectInput, 'key'>
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
const KINDS: readonly Kind[] = [
  { alg: 'RS256', key: rsa.privateKey, publicKey: rsa.publicKey, hash: 'sha256', options: {} },
  { alg: 'RS512', key: rsa.privateKey, publicKey: rsa.publicKey, hash: 'sha512', options: {} },
  { alg: 'PS256', key: rsa.privateKey, publicKey: rsa.publicKey, hash: 'sha256', options: PSS },
  { alg: 'ES256', key: ec.privateKey, publicKey: ec.publicKey, hash: 'sha256', options: { dsaEncoding: 'ieee-p1363' } },
  { alg: 'EdDSA', key: ed.privateKey, publicKey: ed.publicKey, hash: undefined, options: {} },
]
const ALL = KINDS.map(({ alg }) => alg)

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
const published = ({ publicKey }: Kind, more: object = {}): ProviderKey => ({
  ...publicKey.export({ format: 'jwk' }),
  kid: 'one',
  ...more,
})

function signed({ alg, key, hash, options }: Kind, header: object = {}): string {
  const text = `${encoded({ alg, kid: 'one', ...header })}.${encoded({ sub: 'ada' })}`
  return `${text}.${sign(hash, Buffer.from(text), { key, ...options }).toString('base64url')}`
}

for (const kind of KINDS) {
  test(`a signature by ${kind.alg} is accepted with its key only, and if the provider uses it`, () => {
    const token = parseSignedToken(signed(kind))
    assert.deepEqual(token.claims, { sub: 'ada' })
    checkSignature(token, [published(kind, { kid: 'other' }), published(kind)], ALL)
    const refused = (keys: readonly ProviderKey[], reason: RegExp, allowed: readonly string[] = ALL) =>
      assert.throws(() => checkSignature(token, keys, allowed), reason)
    refused(
      [published(kind)],
      /algorithm is not allowed/,
      ALL.filter((alg) => alg !== kind.alg),
    )
    refused([published(kind, { kid: 'other' })], /no such key/)
    refused([published(kind, { use: 'enc' })], /no such key/)
    refused([published(kind, { alg: 'HS256' })], /no such key/)
    refused(
      KINDS.filter(({ publicKey }) => publicKey.asymmetricKeyType !== kind.publicKey.asymmetricKeyType).map((one) =>
        published(one),
      ),
      /no such key/,
    )
    const bytes = Buffer.from(token.signature)
    bytes[10]! ^= 1
    assert.throws(() => checkSignature({ ...token, signature: bytes }, [published(kind)], ALL), /signature is wrong/)
  })
}

test('a key without an id fits, a short RSA key does not, and what is no signed token is refused', () => {
  const [kind] = KINDS
  checkSignature(parseSignedToken(signed(kind!, { kid: undefined })), [published(kind!)], ALL)
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const weak = { ...kind!, key: short.privateKey, publicKey: short.publicKey }
  assert.throws(() => checkSignature(parseSignedToken(signed(weak)), [published(weak)], ALL), /signature is wrong/)
  for (const text of ['', 'a.b', 'a.b.c.d', `${encoded([])}.${encoded({})}.AA`, `a.${'b'.repeat(20_000)}.c`])
    assert.throws(() => parseSignedToken(text), text)
})
