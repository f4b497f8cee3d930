/**
 * Runs the tests of the object store against SeaweedFS. `npm run test:objects`, with the program `weed` in the path, or its
 * path in WEED. Not part of `npm test`, because SeaweedFS is no npm package; docs/testing.md says how to build it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../support/ports.ts'

const TESTS = [
  'src/objects/object-stores.test.ts',
  'src/doctor/check-objects.test.ts',
  'src/images/images-in-s3.test.ts',
  'src/entries/captures/captures-in-s3.test.ts',
  'test/web/account-traces.test.ts',
  'test/cli/backup-in-s3.test.ts',
  'test/cli/objects-move.test.ts',
]
/** Milliseconds in which SeaweedFS must be ready. */
const START_MS = 60_000
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

function findWeed(): string | undefined {
  try {
    return execFileSync('sh', ['-c', 'command -v "${WEED:-weed}"'], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

async function createBucket(port: number): Promise<void> {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: KEYS,
    forcePathStyle: true,
    maxAttempts: 1,
  })
  const until = Date.now() + START_MS
  while (true) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: 'dogear' }))
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

const program = findWeed()
if (program === undefined) {
  console.error('Skipped, because SeaweedFS is missing: build weed, and name its path in WEED')
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'dogear-weed-'))
const [s3, master, volume, filer] = [await freePort(), await freePort(), await freePort(), await freePort()]
const [masterRpc, volumeRpc, filerRpc, s3Rpc] = [await freePort(), await freePort(), await freePort(), await freePort()]
const credentials = [{ accessKey: KEYS.accessKeyId, secretKey: KEYS.secretAccessKey }]
const identity = { name: 'dogear', credentials, actions: ['Admin', 'Read', 'Write', 'List'] }
writeFileSync(join(folder, 's3.json'), JSON.stringify({ identities: [identity] }))
const options = {
  dir: folder,
  ip: '127.0.0.1',
  'ip.bind': '127.0.0.1',
  'master.port': master,
  'master.port.grpc': masterRpc,
  'volume.port': volume,
  'volume.port.grpc': volumeRpc,
  'volume.max': 20,
  'filer.port': filer,
  'filer.port.grpc': filerRpc,
  's3.port': s3,
  's3.port.grpc': s3Rpc,
  's3.config': join(folder, 's3.json'),
}
const words = Object.entries(options).map(([name, value]) => `-${name}=${value}`)
const weed = spawn(program, ['server', '-filer', '-s3', '-s3.iam=false', '-s3.autoCreateBucket=false', ...words], {
  stdio: 'ignore',
})
try {
  await createBucket(s3)
  const args = ['run', '-s', 'test:file', '--', '--test-concurrency=1', ...TESTS]
  const tests = spawn('npm', args, { stdio: 'inherit', env: { ...process.env, TEST_S3_PORT: String(s3) } })
  const [code] = (await once(tests, 'exit')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  weed.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
