import assert from 'node:assert/strict'
import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { clientFiles } from './client-files.ts'

const IMPORT = /(?:^(?:import|export)\s[^'";=()]*?\bfrom\s*|^import\s+|\bimport\(\s*)'([^']+)'/gm

/**
 * Import paths in the test files. They are variables, because tools would mistake literal paths for imports of this
 * file itself.
 */
const MAIN = '../main.ts'
const LATER = './later.ts'
const CONTROLLER = './controllers/b.ts'
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

test('types are stripped, and imports contain the names of the served files', () => {
  const folder = aFolder({
    'main.ts': `import type { A } from './a.ts'\nexport const main = () => import('${CONTROLLER}') as A\n`,
    'controllers/b.ts': `import { Controller } from '@hotwired/stimulus'\nimport { c } from './c.ts'\nexport const b: A = c\n`,
    'controllers/c.ts': `export const c = () => import('${MAIN}')\n`,
    'main.test.ts': 'export const untold = 1\n',
    'turbo.d.ts': 'declare const untold: 1\n',
  })
  const files = clientFiles(folder)
  assert.deepEqual([...files.keys()], ['client/controllers/b.js', 'client/controllers/c.js', 'client/main.js'])
  const text = (name: string) => files.get(name)!.body.toString()
  assert.match(text('client/controllers/b.js'), /from '\.\.\/\.\.\/vendor\/stimulus\.js'/)
  assert.match(text('client/controllers/b.js'), /import \{ c \} from '\.\/c\.js'\nexport const b\s+= c\s*$/)
  assert.match(text('client/controllers/c.js'), /import\('\.\.\/main\.js'\)/)
})

test('the entry script contains the modules that it imports, and paths of later imports start at its folder', () => {
  const folder = aFolder({
    'main.ts': "import { b } from './controllers/b.ts'\nb()\n",
    'controllers/b.ts': `import { Controller } from '@hotwired/stimulus'\nexport const b = () => [Controller, import('${LATER}')]\n`,
    'controllers/later.ts': 'export const later = 1\n',
  })
  const files = clientFiles(folder)
  assert.deepEqual([...files.keys()], ['client/controllers/later.js', 'client/main.js'])
  const script = files.get('client/main.js')!.body.toString()
  assert.match(script, /^import \* as \$0 from '\.\.\/vendor\/stimulus\.js'$/m)
  assert.match(script, /import\('\.\/controllers\/later\.js'\)/)
})

test('files of the server are served if the browser imports them, and with replacements for some', () => {
  const folder = aFolder({
    'main.ts': `export const main = import('${LATER}')\n`,
    'later.ts': `import { list } from '${SERVER}change-annotations.ts'\nimport type { T } from '${SERVER}unused.ts'\n`,
    'src/annotations/change-annotations.ts': 'export const list = 1\n',
    'src/annotations/unused.ts': 'export type T = 1\n',
  })
  assert.throws(() => clientFiles(folder), /change-annotations.ts, which is not served/)
  mkdirSync(join(folder, 'client/offline/server-replacements'), { recursive: true })
  writeFileSync(join(folder, 'client/offline/server-replacements/change-annotations.ts'), 'export const list = 2\n')
  const files = clientFiles(folder)
  const expected = ['client/later.js', 'client/main.js', 'client/offline/server-replacements/change-annotations.js']
  assert.deepEqual([...files.keys()], expected)
  assert.match(
    files.get('client/later.js')!.body.toString(),
    /from '\.\/offline\/server-replacements\/change-annotations\.js'/,
  )
})

test('an import that is served nowhere is refused', () => {
  for (const specifier of ['node:fs', 'left-pad', './other.js']) {
    const folder = aFolder({
      'main.ts': `export const main = import('${LATER}')\n`,
      'later.ts': `import '${specifier}'\n`,
    })
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

test('a module that is served alone and within the entry script has no state, because there are two of it', () => {
  const later = clientFiles()
  const joined = new Set<string>()
  const visit = (name: string): void => {
    if (joined.has(name)) return
    joined.add(name)
    const text = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
    for (const [, specifier] of text.matchAll(/^import (?!type)[^']*from '(\.[^']+)'/gm)) {
      visit(posix.join(posix.dirname(name), specifier!))
    }
  }
  visit('client/main.ts')
  const twice = [...joined].filter((name) => later.has(name.replace(/\.ts$/, '.js')) && name !== 'client/main.ts')
  assert.ok(twice.includes('client/show-toast.ts'))
  for (const name of twice) {
    const text = later.get(name.replace(/\.ts$/, '.js'))!.body.toString()
    assert.doesNotMatch(text, /^(?:export )?(?:let |const \w+\s*= new )/m, name)
  }
})
