import { BlockList } from 'node:net'
import type { Settings } from '../config/settings.ts'
import { ok, problem, warning, type Finding } from './finding.ts'

const TIMEOUT_MS = 5000
const NAME = 'address'

/** @returns whether the public address is set, encrypted, and leads to the server */
export async function checkBaseAddress({ DOGEAR_BASE_URL: base }: Settings): Promise<Finding> {
  if (base === '') {
    return warning(
      NAME,
      'DOGEAR_BASE_URL is not set: feeds and e-mails then contain the address at which the server listens',
    )
  }
  const failure = await failureAt(base)
  if (failure !== undefined) {
    return problem(
      NAME,
      `${base} ${failure}: start the server, or check the reverse proxy and the name (docs/install.md)`,
    )
  }
  if (base.startsWith('https:') || isLoopback(new URL(base).hostname)) return ok(NAME, `${base} leads to the server`)
  return warning(
    NAME,
    `${base} is not encrypted: browsers then refuse to work offline, and passwords can be read on the way`,
  )
}

/** @returns why the address does not lead to the server; undefined if it does */
async function failureAt(base: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${base}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (answer.status === 200 && (await answer.text()) === 'ok') return undefined
    return `answers with status ${answer.status}, which is not from Dogear`
  } catch (error) {
    const { cause, message, name } = error as Error
    if (name === 'TimeoutError') return `does not answer within ${TIMEOUT_MS / 1000} seconds`
    return `does not answer (${cause instanceof Error ? cause.message : message})`
  }
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || LOOPBACK.check(host)
}

/** @returns whether the server believes its reverse proxy, if it seems to have one */
export function checkProxy({ DOGEAR_BASE_URL: base, DOGEAR_TRUSTED_PROXIES: proxies }: Settings): Finding {
  const name = 'proxy'
  if (proxies.length > 0) return ok(name, `DOGEAR_TRUSTED_PROXIES names ${proxies.join(', ')}`)
  if (!base.startsWith('https:')) return ok(name, 'none is needed for an address without https')
  const remedy = 'set DOGEAR_TRUSTED_PROXIES to its address'
  return warning(name, `no reverse proxy is trusted, so all visitors count as one for limits and logs: ${remedy}`)
}
