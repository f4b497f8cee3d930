import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { clientFiles } from './client-files.ts'

/** From the folder of the controllers; a variable, so that it does not count as an import of this file. */
const MAIN = '../main.ts'

function aFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-client-'))
  mkdirSync(join(folder, 'controllers'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('types are stripped, and imports name what is served', () => {
  const folder = aFolder({
    'main.ts': "import type { A } from './a.ts'\nimport { b } from './controllers/b.ts'\nexport const c: A = b as A\n",
    'controllers/b.ts': `import { Controller } from '@hotwired/stimulus'\nexport const b = () => import('${MAIN}')\n`,
    'main.test.ts': 'export const untold = 1\n',
    'turbo.d.ts': 'declare const untold: 1\n',
  })
  const files = clientFiles(folder)
  assert.deepEqual([...files.keys()], ['client/controllers/b.js', 'client/main.js'])
  const text = (name: string) => files.get(name)!.body.toString()
  assert.match(text('client/main.js'), /^import \{ b \} from '\.\/controllers\/b\.js'\nexport const c\s+= b\s*$/)
  assert.match(text('client/controllers/b.js'), /from '\.\.\/\.\.\/vendor\/stimulus\.js'/)
  assert.match(text('client/controllers/b.js'), /import\('\.\.\/main\.js'\)/)
})

test('an import that is served nowhere is refused', () => {
  for (const specifier of ['node:fs', 'left-pad', './other.js']) {
    const folder = aFolder({ 'main.ts': `import '${specifier}'\n` })
    assert.throws(() => clientFiles(folder), /is not served/)
  }
})

test('every import of our own browser scripts is served', () => {
  const files = clientFiles()
  assert.ok(files.has('client/main.js'))
  for (const [name, { body }] of files) {
    for (const [, specifier] of body.toString().matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g)) {
      const served = posix.join(posix.dirname(name), specifier!)
      assert.ok(files.has(served) || served.startsWith('vendor/'), `${name} imports ${served}`)
    }
  }
})
