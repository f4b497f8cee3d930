import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { COMMANDS } from '../../src/cli/command-list.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'

test('config prints every setting, masks secrets, and leaves the data folder alone', async (t) => {
  const folder = await dataFolder(t)
  const environment = {
    DOGEAR_DATA_DIR: folder,
    DATABASE_URL: 'postgres://dogear:hunter2@db.example/dogear',
    DOGEAR_SECRET: 'correct horse battery staple, twice over',
  }
  const { code, stdout, stderr } = await runDogear(['config'], { environment })
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /^PORT=8080$/m)
  assert.ok(stdout.includes(`DOGEAR_DATA_DIR=${folder}\n`))
  assert.match(stdout, /^DATABASE_URL=\*+$/m)
  assert.match(stdout, /^DOGEAR_SECRET=\*+$/m)
  assert.doesNotMatch(stdout, /hunter2|horse/)
  assert.deepEqual(readdirSync(folder), [])
})

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  'user add': ['alice', '--password-stdin'],
  'user passwd': ['alice', '--password-stdin'],
  'user factor-off': ['alice'],
  'user recover': ['alice'],
  'user export': ['alice', '--output', 'nowhere.zip'],
  'backup verify': ['nowhere'],
  'backup key': ['nowhere'],
  backup: ['--to', 'nowhere'],
  restore: ['nowhere'],
  'objects move': ['--to', 'nowhere'],
  extract: ['page.html'],
  import: ['pocket', 'pocket.csv', '--user', 'alice'],
  'export annotations': ['--user', 'alice'],
  export: ['--user', 'alice', '--output', 'nowhere.json'],
  archive: ['--user', 'alice', 'nowhere'],
  'client create': ['--user', 'alice', '--name', 'x'],
}

test('every command reports all wrong settings at once, without a stack, and has no effect', async (t) => {
  const folder = await dataFolder(t)
  const environment = {
    DOGEAR_DATA_DIR: folder,
    PORT: 'eighty',
    DOGEAR_RATE_LIMITS: 'maybe',
    DATABASE_URL: 'mysql://x',
  }
  for (const { name } of COMMANDS) {
    const args = [...name.split(' '), ...(ARGUMENTS[name] ?? [])]
    const { code, stdout, stderr } = await (name === 'serve' ? runDogear : callDogear)(args, { environment })
    assert.equal(code, 1, name)
    assert.equal(stdout, '', name)
    for (const setting of ['PORT', 'DOGEAR_RATE_LIMITS', 'DATABASE_URL']) {
      assert.match(stderr, new RegExp(`^ {2}${setting} `, 'm'), name)
    }
    assert.doesNotMatch(stderr, /\n\s+at /, name)
  }
  assert.deepEqual(readdirSync(folder), [])
})

test('an unknown setting causes a warning with the nearest name, and the start continues', async () => {
  const { code, stdout, stderr } = await runDogear(['config'], { environment: { DOGEAR_FETCH_ALOW: '10.0.0.0/8' } })
  assert.equal(code, 0)
  assert.equal(stderr, 'warning: DOGEAR_FETCH_ALOW is not a setting; did you mean DOGEAR_FETCH_ALLOW?\n')
  assert.match(stdout, /^DOGEAR_FETCH_ALLOW=$/m)
})
