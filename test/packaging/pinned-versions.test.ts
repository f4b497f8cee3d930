import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  readonly dependencies: { readonly node: string }
  readonly scripts: { readonly start: string }
}

test('the image is built on the pinned major version of Node, and the program asks for the same', () => {
  const major = manifest.dependencies.node.split('.')[0]!
  assert.equal(/^ARG BASE=docker\.io\/library\/node:(\d+)-slim$/m.exec(read('Containerfile'))?.[1], major)
  assert.equal(/^const NEEDED = (\d+)$/m.exec(read('bin/dogear.js'))?.[1], major)
})

test('archive and image start Node with the options of "npm start"', () => {
  const found = /^((?:\w+=\d+ )*)node ((?:--\S+ )*)bin\/dogear\.js serve$/.exec(manifest.scripts.start)
  assert.ok(found, manifest.scripts.start)
  const [, variables, options] = found
  const launcher = read('packaging/dogear')
  assert.ok(
    launcher.includes(`export NODE_OPTIONS="${options}\${NODE_OPTIONS:-}"\n`),
    'what the user sets comes last, so it wins',
  )
  assert.ok(launcher.includes(`export ${variables!.trim()}\n`))
})
