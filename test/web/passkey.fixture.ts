import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** Options of a ceremony, as far as the authenticator reads them. */
interface CeremonyOptions {
  readonly challenge: string
  readonly user?: { readonly id: string }
}

interface Ceremony {
  readonly origin?: string
  readonly rpId?: string
  /** whether the authenticator asked for a PIN or the like */
  readonly isVerified?: boolean
  /** number of signatures so far, as the authenticator reports it */
  readonly counter?: number
  readonly userHandle?: string
}

/** A passkey in software, which signs whatever a test wants. */
export interface SoftPasskey {
  readonly id: string
  /** @returns the answer of a browser that has created the passkey, as JSON */
  create(options: CeremonyOptions, ceremony?: Ceremony): string
  /** @returns the answer of a browser that has signed the challenge, as JSON */
  sign(options: CeremonyOptions, ceremony?: Ceremony): string
}

/** @param origin where the browser is, such as `http://localhost` */
export function softPasskey(origin: string): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let handle = ''
  const rpHost = new URL(origin).hostname
  const authenticatorData = ({ rpId = rpHost, isVerified = true, counter = 0 }: Ceremony, attested?: Buffer) => {
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }
  return {
    id,
    create: ({ challenge, user }, ceremony = {}) => {
      handle = user?.id ?? ''
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), credentialId, coseKey(publicKey)])
      const data = authenticatorData(ceremony, attested)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ])
      const clientDataJSON = clientData('webauthn.create', challenge, ceremony.origin ?? origin)
      const response = {
        clientDataJSON,
        attestationObject: attestationObject.toString('base64url'),
        transports: ['usb'],
      }
      return credential(id, response)
    },
    sign: ({ challenge }, ceremony = {}) => {
      const data = authenticatorData(ceremony)
      const clientDataJSON = clientData('webauthn.get', challenge, ceremony.origin ?? origin)
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
      const signature = signBytes(privateKey, signed).toString('base64url')
      const userHandle = ceremony.userHandle ?? handle
      return credential(id, { clientDataJSON, authenticatorData: data.toString('base64url'), signature, userHandle })
    },
  }
}

const credential = (id: string, response: object): string =>
  JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

const clientData = (type: string, challenge: string, origin: string): string =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

const signBytes = (key: KeyObject, data: Uint8Array): Buffer => sign('sha256', data, key)

/** @returns the public key in the format of COSE: a P-256 key for ES256 (RFC 9053, section 7.1.1) */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  return Buffer.concat([head, bytes(left), Buffer.from([0x22]), bytes(right)])
}

/** @returns a text of CBOR with less than 24 bytes (RFC 8949) */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** @returns a byte string of CBOR with less than 256 bytes */
const bytes = (value: Uint8Array): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value])
