import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { folderObjects } from '../../src/objects/folder-objects.ts'
import { startObjectServer } from '../support/object-server.ts'
import { callDogear, dataFolder } from './run-dogear.ts'

const IMAGES = 30

function keyOf(bytes: Uint8Array): string {
  const name = createHash('sha256').update(bytes).digest('hex')
  return `images/${name.slice(0, 2)}/${name}`
}

test('images move from a folder to S3 and back; an interrupted move continues, and damage is reported', async (t) => {
  const server = await startObjectServer(t)
  const folder = await dataFolder(t)
  const { DOGEAR_OBJECTS: bucket = '', ...access } = server.environment
  const environment = { ...access, DOGEAR_DATA_DIR: folder }
  const [images, keys] = [folderObjects(folder), [] as string[]]
  for (let index = 0; index < IMAGES; index++) {
    const bytes = randomBytes(1000 + index)
    keys.push(keyOf(bytes))
    await images.put(keyOf(bytes), bytes)
  }
  await images.put('secret', Buffer.from('the secret'))
  const move = (...args: string[]) => callDogear(['objects', 'move', ...args], { environment })

  let puts = 0
  server.faultOf = (method) => (method === 'PUT' && ++puts > 10 ? 'reset' : undefined)
  const broken = await move('--to', bucket)
  assert.equal(broken.code, 1)
  assert.match(broken.stderr, /s3:\/\/dogear\/library cannot be used/)
  assert.equal((await server.objects()).length, 10)
  server.faultOf = undefined
  const done = await move('--to', bucket)
  assert.match(done.stdout, /^20 images copied to s3:\/\/dogear\/library, 10 were there already/)
  assert.match(
    done.stderr,
    /^next: set DOGEAR_OBJECTS=s3:\/\/dogear\/library, restart .* --from \S+ --to s3:\/\/dogear\/library$/m,
  )
  assert.deepEqual((await server.objects()).toSorted(), keys.map((key) => `library/${key}`).toSorted())

  const other = await dataFolder(t)
  const damaged = keyOf(randomBytes(9))
  await images.put(damaged, Buffer.from('other bytes'))
  const again = await move('--from', folder, '--to', bucket)
  assert.deepEqual([again.code, /warning: (\S+) is damaged/.exec(again.stderr)?.[1]], [1, damaged])
  const back = await callDogear(['objects', 'move', '--to', other], { environment: server.environment })
  assert.match(back.stdout, /^30 images copied to the folder /)
  server.faultOf = (method) => (method === 'GET' ? 'damage' : undefined)
  const third = await callDogear(['objects', 'move', '--to', await dataFolder(t)], { environment: server.environment })
  assert.equal(third.code, 1)
})
