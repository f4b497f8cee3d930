import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** A private key and its self-signed certificate for tests, as PEM. */
export interface TestCertificate {
  readonly key: string
  readonly cert: string
}

interface CertificateOptions {
  readonly host: string
  /** end of the certificate's validity; the default is in a hundred years */
  readonly until?: Date
}

const SEQUENCE = 0x30
const EXPLICIT_0 = 0xa0
const EXPLICIT_3 = 0xa3

/**
 * @returns a self-signed certificate for a DNS name or an IPv4 address (RFC 5280). This file writes its DER encoding
 *   itself.
 */
export function makeCertificate({ host, until = inYears(100) }: CertificateOptions): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = toBeSigned({ host, until }, publicKey)
  const signature = sign('sha256', body, privateKey)
  const der = tlv(SEQUENCE, body, ECDSA_SHA256, tlv(0x03, Buffer.of(0), signature))
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { key, cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n` }
}

/** ecdsa-with-SHA256, RFC 5758 */
const ECDSA_SHA256 = tlv(SEQUENCE, tlv(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
/** id-at-commonName, RFC 5280 appendix A */
const COMMON_NAME = tlv(0x06, Buffer.from('550403', 'hex'))
/** id-ce-subjectAltName, RFC 5280 section 4.2.1.6 */
const SUBJECT_ALT_NAME = tlv(0x06, Buffer.from('551d11', 'hex'))
/** id-ce-basicConstraints with cA true, RFC 5280 section 4.2.1.9 */
const IS_CA = tlv(SEQUENCE, tlv(0x06, Buffer.from('551d13', 'hex')), tlv(0x04, Buffer.from('30030101ff', 'hex')))

function toBeSigned({ host, until }: Required<CertificateOptions>, publicKey: KeyObject): Buffer {
  const name = tlv(SEQUENCE, tlv(0x31, tlv(SEQUENCE, COMMON_NAME, tlv(0x0c, Buffer.from('test only')))))
  const validity = tlv(SEQUENCE, time(inYears(-10)), time(until))
  const altNames = tlv(SEQUENCE, SUBJECT_ALT_NAME, tlv(0x04, tlv(SEQUENCE, generalName(host))))
  const extensions = tlv(EXPLICIT_3, tlv(SEQUENCE, IS_CA, altNames))
  const version = tlv(EXPLICIT_0, tlv(0x02, Buffer.of(2)))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  return tlv(SEQUENCE, version, tlv(0x02, Buffer.of(1)), ECDSA_SHA256, name, validity, name, spki, extensions)
}

function generalName(host: string): Buffer {
  const parts = host.split('.').map(Number)
  const isAddress = parts.length === 4 && parts.every((part) => Number.isInteger(part))
  return isAddress ? tlv(0x87, Buffer.from(parts)) : tlv(0x82, Buffer.from(host))
}

/** GeneralizedTime, RFC 5280 section 4.1.2.5.2 */
function time(date: Date): Buffer {
  const digits = date.toISOString().slice(0, 19).replace(/[-:T]/g, '')
  return tlv(0x18, Buffer.from(`${digits}Z`))
}

function inYears(years: number): Date {
  return new Date(Date.now() + years * 365 * 86_400_000)
}

/**
 * @returns a DER element: its type, the length of its content, and the content. `parts` are the parts of the content.
 */
function tlv(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts)
  if (value.length < 0x80) return Buffer.concat([Buffer.of(type, value.length), value])
  const high = value.length >> 8
  const length = high === 0 ? [0x81, value.length] : [0x82, high, value.length & 0xff]
  return Buffer.concat([Buffer.of(type, ...length), value])
}
