import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { START_ENVIRONMENT, START_OPTIONS, startProcess } from '../start-process.ts'
import { HttpClient } from './http-client.ts'

/** A running server of a checkout, with one user and a library. */
export interface Side {
  readonly name: string
  readonly pid: number
  readonly client: HttpClient
  /** headers of an API client */
  readonly api: Readonly<Record<string, string>>
  /** headers of a browser that is signed in */
  readonly browser: Readonly<Record<string, string>>
  /** ids of the entries, newest first */
  readonly ids: readonly number[]
  stop(): Promise<void>
}

interface SideOptions {
  readonly name: string
  /** folder of the checkout, with its packages installed */
  readonly checkout: string
  /** address of an empty PostgreSQL database; absent for SQLite */
  readonly databaseUrl?: string
  /** number of entries to save */
  readonly entries: number
  /** host and port of the test pages that the server may fetch */
  readonly site: string
}

const PASSWORD = 'a password for benchmarks'

/** Starts the server of a checkout and fills its library through the API, so that any two versions can be compared. */
export async function startSide({ name, checkout, databaseUrl, entries, site }: SideOptions): Promise<Side> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-side-'))
  const url = databaseUrl ?? `sqlite:${join(folder, 'dogear.db')}`
  const server = await serve(
    { checkout, folder, databaseUrl: url, site },
    { username: 'reader', prepare: ['user', 'add', 'reader', '--admin', '--password-stdin'] },
  )
  const ids = await fill(server.client, server.api, entries)
  return { ...server, name, ids }
}

interface ServerOptions {
  /** folder of the checkout, with its packages installed */
  readonly checkout: string
  /** the data folder, which `stop` deletes */
  readonly folder: string
  readonly databaseUrl: string
  /** host and port of the test pages that the server may fetch; absent if it fetches none */
  readonly site?: string
  /** words before the command, of a program that starts the server */
  readonly prefix?: readonly string[]
}

interface ReaderAccount {
  readonly username: string
  /** command that creates the account, or sets its password; it reads the password from its input */
  readonly prepare: readonly string[]
}

/** Migrates a database with a checkout, starts its server, and signs a user in. */
export async function serve(
  { checkout, folder, databaseUrl, site = '', prefix = [] }: ServerOptions,
  { username, prepare }: ReaderAccount,
): Promise<Omit<Side, 'name' | 'ids'>> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const environment = {
    ...START_ENVIRONMENT,
    DOGEAR_DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    DOGEAR_RATE_LIMITS: 'off',
    DOGEAR_FETCH_ALLOW: site,
    PORT: String(port),
  }
  const run = (args: readonly string[], input = '') => runCommand(checkout, args, { environment, input })
  await run(['migrate'])
  await run(prepare, `${PASSWORD}\n`)
  const created = await run(['client', 'create', '--user', username, '--name', 'bench', '--format', 'json'])
  const { pid, stop } = await startProcess({
    prefix,
    folder: checkout,
    script: ['bin/dogear.js', 'serve'],
    nodeOptions: START_OPTIONS,
    environment,
    url: `${base}/healthz`,
  })
  const client = new HttpClient(base)
  const api = await authorize(client, username, JSON.parse(created) as Credentials)
  const browser = await signIn(client, username)
  const end = async () => {
    client.close()
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { pid, client, api, browser, stop: end }
}

interface Credentials {
  readonly client_id: string
  readonly client_secret: string
}

function runCommand(
  checkout: string,
  args: readonly string[],
  { environment, input }: { readonly environment: Readonly<Record<string, string>>; readonly input: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...environment }
    const script = join(checkout, 'bin/dogear.js')
    const child = execFile(process.execPath, [script, ...args], { env, cwd: checkout }, (error, stdout, stderr) =>
      error ? reject(new Error(`dogear ${args.join(' ')}: ${stderr}`)) : resolve(stdout),
    )
    child.stdin?.end(input)
  })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function authorize(
  client: HttpClient,
  username: string,
  credentials: Credentials,
): Promise<Record<string, string>> {
  const fields = { grant_type: 'password', ...credentials, username, password: PASSWORD }
  const body = new URLSearchParams(fields).toString()
  const answer = await client.expect(200, { method: 'POST', path: '/oauth/v2/token', headers: FORM, body })
  const { access_token } = JSON.parse(answer.body.toString()) as { readonly access_token: string }
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' }
}

async function signIn(client: HttpClient, username: string): Promise<Record<string, string>> {
  const page = await client.expect(200, { path: '/login' })
  const token = /name="_csrf_token" value="([^"]+)"/.exec(page.body.toString())?.[1] ?? ''
  const body = new URLSearchParams({ _username: username, _password: PASSWORD, _csrf_token: token }).toString()
  const headers = { ...FORM, cookie: cookiesOf(page.headers), origin: client.base.origin }
  const answer = await client.send({ method: 'POST', path: '/login_check', headers, body })
  return { cookie: cookiesOf(answer.headers), accept: 'text/html', 'accept-encoding': 'gzip, br' }
}

function cookiesOf({ 'set-cookie': cookies = [] }: Readonly<Record<string, string | string[] | undefined>>): string {
  return [cookies]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Saves articles of about 20 kB, each with one of twenty tags. @returns their ids, newest first */
async function fill(client: HttpClient, api: Readonly<Record<string, string>>, entries: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < entries; index++) {
    const body = JSON.stringify({
      url: `https://site-${index % 50}.example/articles/${index}`,
      title: `Article ${index}: how the harbour was built`,
      content: article(index),
      tags: `shelf-${index % 20}`,
    })
    const answer = await client.expect(200, { method: 'POST', path: '/api/entries.json', headers: api, body })
    ids.unshift((JSON.parse(answer.body.toString()) as { readonly id: number }).id)
  }
  return ids
}

function article(index: number): string {
  const paragraph = `<p>Paragraph of article ${index}: the “quoted” tide comes and goes, and <a href="https://example.org/${index}">so do its readers</a>, word${index % 97} by word${index % 13}.</p>`
  return paragraph.repeat(Math.ceil(20_000 / paragraph.length))
}
