import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SETTINGS } from '../../src/config/settings.ts'
import { freePort } from '../support/ports.ts'
import { ClusterProcess } from './cluster-process.ts'

/** SeaweedFS, in which the processes keep images. */
export interface ObjectStore {
  readonly process: ClusterProcess
  /** settings for the processes of Dogear */
  readonly environment: Readonly<Record<string, string>>
  /** Waits until it responds. */
  untilReady(): Promise<void>
}

const START_MS = 60_000
const KEYS = { accessKey: 'cluster', secretKey: 'cluster-secret' }

/**
 * Starts an object store.
 * @param weed path of SeaweedFS; empty if there is none
 * @returns the store; or why there is none
 */
export async function startObjectStore(weed: string, folder: string): Promise<ObjectStore | string> {
  if (!('DOGEAR_OBJECTS' in SETTINGS)) return 'left out, because the program has no DOGEAR_OBJECTS'
  if (weed === '') return 'left out, because --weed does not name SeaweedFS'
  const data = join(folder, 'weed')
  mkdirSync(data)
  const identity = { name: 'dogear', credentials: [KEYS], actions: ['Admin', 'Read', 'Write', 'List'] }
  writeFileSync(join(data, 's3.json'), JSON.stringify({ identities: [identity] }))
  const port = await freePort()
  const options: Record<string, string | number> = {
    dir: data,
    ip: '127.0.0.1',
    'ip.bind': '127.0.0.1',
    'volume.max': 20,
  }
  for (const part of ['master', 'volume', 'filer']) {
    options[`${part}.port`] = await freePort()
    options[`${part}.port.grpc`] = await freePort()
  }
  Object.assign(options, { 's3.port': port, 's3.port.grpc': await freePort(), 's3.config': join(data, 's3.json') })
  const words = Object.entries(options).map(([name, value]) => `-${name}=${value}`)
  const log = join(folder, 'logs/weed.log')
  const plan = {
    program: weed,
    arguments: ['server', '-filer', '-s3', '-s3.iam=false', ...words],
    log,
    mayBeRoot: true,
  }
  const process = new ClusterProcess(plan)
  process.start()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    process,
    environment: {
      DOGEAR_OBJECTS: 's3://dogear/cluster',
      DOGEAR_S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: KEYS.accessKey,
      AWS_SECRET_ACCESS_KEY: KEYS.secretKey,
    },
    untilReady: async () => {
      for (const until = performance.now() + START_MS; !(await isAnswering(endpoint));) {
        if (performance.now() > until) throw new Error(`the object store does not start: ${log}`)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    },
  }
}

/** @returns true if the address gives any response, such as a refusal because the request has no signature */
async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
