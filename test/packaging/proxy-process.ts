import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { waitFor } from '../crash/wait-for.ts'
import { freePort } from '../support/ports.ts'

/** A reverse proxy with an example configuration of `packaging`, but with other ports and its own certificate. */
export interface RunningProxy {
  /** `https://localhost:PORT` */
  readonly base: string
  readonly port: number
}

interface Certificate {
  readonly certificate: string
  readonly key: string
}

type ProxyName = 'caddy' | 'nginx'

export const PROXIES: readonly ProxyName[] = ['caddy', 'nginx']

interface ProxyPlan {
  /** the example configuration with the addresses of the test */
  readonly configuration: (example: string, port: number) => string
  readonly example: string
  readonly call: (file: string, folder: string) => readonly string[]
}

/** @returns a key and a self-signed certificate for localhost, as PEM files in a folder */
export function makeCertificate(folder: string): Certificate {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1']
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', key]
  execFileSync('openssl', ['req', '-x509', ...made, ...names, '-out', certificate], { stdio: 'ignore' })
  return { certificate, key }
}

/** @returns the text after the replacements. @throws Error if it does not contain one of the texts to replace */
function replaced(text: string, pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`the example does not contain ${from}`)
    return result.replaceAll(from, to)
  }, text)
}

function planOf(name: ProxyName, upstream: number, { certificate, key }: Certificate, redirect: number): ProxyPlan {
  const server = { '127.0.0.1:8080': `127.0.0.1:${upstream}` }
  if (name === 'caddy') {
    const site = (port: number) => `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`
    return {
      example: 'Caddyfile',
      configuration: (example, port) =>
        `{\n\tadmin off\n\tauto_https off\n}\n${replaced(example, { 'read.example.org {': site(port), ...server })}`,
      call: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    }
  }
  return {
    example: 'nginx.conf',
    configuration: (example, port) =>
      replaced(example, {
        'listen 80': `listen 127.0.0.1:${redirect}`,
        'listen 443': `listen 127.0.0.1:${port}`,
        'server_name read.example.org': 'server_name localhost',
        '/etc/letsencrypt/live/read.example.org/fullchain.pem': certificate,
        '/etc/letsencrypt/live/read.example.org/privkey.pem': key,
        ...server,
      }),
    call: (file, folder) => {
      const main = join(folder, 'main.conf')
      // The main configuration resembles Debian's nginx.conf, but places all files in the folder of the test.
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder};`,
      )
      const http = `http { access_log off; ${temporary.join(' ')} include ${file}; }`
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      writeFileSync(main, `daemon off; pid ${join(folder, 'pid')}; ${user} error_log stderr; events {} ${http}\n`)
      return ['nginx', '-c', main, '-p', folder, '-e', 'stderr']
    },
  }
}

/** Starts a proxy in front of the server at a loopback port. It is stopped when the test ends. */
export async function startProxy(
  t: TestContext,
  name: ProxyName,
  upstream: number,
  pair: Certificate,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `dogear-${name}-`))
  const port = await freePort()
  const plan = planOf(name, upstream, pair, await freePort())
  const file = join(folder, plan.example)
  const example = readFileSync(join(import.meta.dirname, '../../packaging', plan.example), 'utf8')
  writeFileSync(file, plan.configuration(example, port))
  const [program, ...words] = plan.call(file, folder)
  const environment = { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: folder }
  const child = spawn(program!, words, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  t.after(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (output += String(piece)))
  const base = `https://localhost:${port}`
  await waitFor(`${name} to listen`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`)
    return fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return { base, port }
}
