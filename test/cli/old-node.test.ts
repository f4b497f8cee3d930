import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { runDogear } from './run-dogear.ts'

/** Makes Node report an old version before the program checks it. */
const PRETEND_TO_BE_OLD =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.19.0'}})"

const SENTENCE = /^dogear needs Node 26 but this is Node (\d+)\.\d+\.\d+: run "npm rebuild node" .*\n$/

test('an older Node prints one sentence with the remedy', async () => {
  const { code, stdout, stderr } = await runDogear(['--version'], { nodeOptions: ['--import', PRETEND_TO_BE_OLD] })
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.equal(SENTENCE.exec(stderr)?.[1], '20', stderr)
})

test('every older Node on this machine prints the same sentence', async () => {
  for (const node of olderNodes()) {
    const { code, stdout, stderr } = await runDogear(['--version'], { node })
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, node)
    assert.match(stderr, SENTENCE, node)
  }
})

function olderNodes(): string[] {
  const folders = new Set([...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'])
  return [...folders].map((folder) => join(folder, 'node')).filter((path) => existsSync(path) && majorOf(path) < 26)
}

function majorOf(node: string): number {
  return Number(execFileSync(node, ['--print', 'parseInt(process.versions.node)'], { encoding: 'utf8' }))
}
