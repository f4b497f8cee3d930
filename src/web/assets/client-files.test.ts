import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { clientFiles } from './client-files.ts'

const IMPORT = /(?:^(?:import|export)\s[^'";=()]*?\bfrom\s*|^import\s+|\bimport\(\s*)'([^']+)'/gm

/**
 * Import path as seen from the folder of the controllers. In a variable, so that it does not count as an import of this
 * file.
 */
const MAIN = '../main.ts'
const SERVER = '../src/annotations/'

/** @returns a temporary folder with the given files; names without `src/` are placed in `client` */
function aFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-client-'))
  for (const name of ['client/controllers', 'src/annotations']) mkdirSync(join(folder, name), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name.startsWith('src/') ? name : `client/${name}`), text)
  }
  return folder
}

test('types are stripped, and imports name the served files', () => {
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

test('files of the server are served if the browser imports them, and with replacements for some', () => {
  const folder = aFolder({
    'main.ts': `import { list } from '${SERVER}list-annotations.ts'\nimport type { T } from '${SERVER}unused.ts'\n`,
    'src/annotations/list-annotations.ts': 'export const list = 1\n',
    'src/annotations/unused.ts': 'export type T = 1\n',
  })
  assert.throws(() => clientFiles(folder), /list-annotations.ts, which is not served/)
  mkdirSync(join(folder, 'client/offline/replacements'), { recursive: true })
  writeFileSync(join(folder, 'client/offline/replacements/list-annotations.ts'), 'export const list = 2\n')
  const files = clientFiles(folder)
  assert.deepEqual([...files.keys()], ['client/main.js', 'client/offline/replacements/list-annotations.js'].toSorted())
  assert.match(files.get('client/main.js')!.body.toString(), /from '\.\/offline\/replacements\/list-annotations\.js'/)
})

test('an import that is served nowhere is refused', () => {
  for (const specifier of ['node:fs', 'left-pad', './other.js']) {
    const folder = aFolder({ 'main.ts': `import '${specifier}'\n` })
    assert.throws(() => clientFiles(folder), /is not served/)
  }
})

test('every replacement has the exports that are imported from it', () => {
  const files = clientFiles()
  for (const [name, { body }] of files) {
    for (const [, names, specifier] of body.toString().matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gm)) {
      const target = files.get(posix.join(posix.dirname(name), specifier!))
      const exported = target?.body.toString() ?? ''
      for (const one of names!.split(',').flatMap((text) => text.trim().split(' as ')[0] || [])) {
        const isExported = new RegExp(
          String.raw`^export (?:async )?(?:const|let|function\*?|class) ${one}\b`,
          'm',
        ).test(exported)
        assert.ok(
          target === undefined || isExported || /^export \{/m.test(exported),
          `${name} imports ${one} of ${specifier}`,
        )
      }
    }
  }
})

test('every import of our own browser scripts is served', () => {
  const files = clientFiles()
  assert.ok(files.has('client/main.js'))
  for (const [name, { body }] of files) {
    for (const [, specifier] of body.toString().matchAll(IMPORT)) {
      const served = posix.join(posix.dirname(name), specifier!)
      assert.ok(files.has(served) || served.startsWith('vendor/'), `${name} imports ${served}`)
    }
  }
})
