import { AppError } from '../kernel/errors.ts'

/** The server that sends the mails of this installation. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** true if the connection begins with TLS, as `smtps://` demands; otherwise STARTTLS may follow */
  readonly isSecure: boolean
  /** absent if the server needs no login */
  readonly login?: { readonly user: string; readonly password: string }
}

/** Ports of mail submission: with STARTTLS (RFC 6409), and with TLS from the start (RFC 8314, section 3.3). */
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

/** @returns the server of an address such as `smtps://user:password@mail.example.org`; undefined if the text is empty */
export function parseSmtpUrl(value: string): SmtpServer | undefined {
  if (value === '') return undefined
  const url = URL.parse(value)
  const protocol = url?.protocol
  const isKnown = protocol === 'smtp:' || protocol === 'smtps:'
  if (!isKnown || !url || url.hostname === '' || /[?#]/.test(value) || !/^\/?$/.test(url.pathname)) return refuse()
  const [user, password] = [decode(url.username), decode(url.password)]
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[protocol] : Number(url.port),
    isSecure: protocol === 'smtps:',
    ...(user !== '' && { login: { user, password } }),
  }
}

/** The message must not contain the value, because it contains the password. */
function refuse(): never {
  const example = 'smtps://user:password@mail.example.org'
  throw new AppError(
    'invalid_input',
    `must be an address such as ${example}, with special characters of the password as %-codes`,
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuse()
  }
}
