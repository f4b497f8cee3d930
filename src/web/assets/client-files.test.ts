import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { clientFiles } from './client-files.ts'

/**
 * Import paths in the test files. They are variables, because tools would mistake literal paths for imports of this
 * file itself.
 */
const LATER = './later.ts'
const CONTROLLER = './controllers/b.ts'
const SERVER = '../src/annotations/change-annotations.ts'
const REPLACEMENT = 'client/offline/server-replacements/change-annotations.ts'

/** @returns a temporary folder with the given files and a service worker */
function aFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-client-'))
  write(folder, { 'client/sw/service-worker.ts': 'self.skipWaiting()\n', ...files })
  return folder
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** @returns the scripts by name, as text */
async function scriptsOf(folder?: string): Promise<Readonly<Record<string, string>>> {
  const files = await clientFiles(folder)
  return Object.fromEntries([...files].map(([name, { body }]) => [name, body.toString()]))
}

test('the pages get one script without types, and one for each module that is loaded later', async () => {
  const scripts = await scriptsOf(
    aFolder({
      'client/main.ts': `import { shared } from './shared.ts'\nconst n: number = shared()\nconsole.log(n, import('${CONTROLLER}'))\n`,
      'client/shared.ts': 'export const shared = (): number => document.title.length\n',
      'client/controllers/b.ts': `import { Controller } from '@hotwired/stimulus'\nimport { shared } from '../shared.ts'\nexport class B extends Controller { n = shared() }\n`,
    }),
  )
  assert.deepEqual(Object.keys(scripts), ['client/b.js', 'client/main.js', 'client/service-worker.js'])
  assert.match(scripts['client/main.js']!, /import\([`'"]\.\/b\.js[`'"]\)/)
  assert.match(scripts['client/b.js']!, /from\s*"\.\/main\.js"/)
  assert.doesNotMatch(scripts['client/b.js']!, /document\.title/)
})

test('modules of the server are replaced', async () => {
  const folder = aFolder({
    'client/main.ts': `import { list } from '${SERVER}'\nconsole.log(list)\n`,
    'src/annotations/change-annotations.ts': 'export const list = "of the server"\n',
    [REPLACEMENT]: 'export const list = "of the browser"\n',
  })
  assert.match((await scriptsOf(folder))['client/main.js']!, /of the browser/)
})

test('an import that cannot be served is refused', async () => {
  for (const specifier of ['node:fs', 'left-pad', './other.ts']) {
    await assert.rejects(clientFiles(aFolder({ 'client/main.ts': `import '${specifier}'\n` })), (error: Error) =>
      error.message.includes(specifier),
    )
  }
})

test('a replacement without an imported name is refused', async () => {
  const folder = aFolder({
    'client/main.ts': `import { list } from '${SERVER}'\nconsole.log(list)\n`,
    [REPLACEMENT]: 'export const other = 1\n',
  })
  await assert.rejects(clientFiles(folder), /"list" is not exported/)
})

test('the scripts are bundled again after a change of a source', async () => {
  const folder = aFolder({ 'client/main.ts': `import('${LATER}')\n`, 'client/later.ts': 'console.log("first")\n' })
  await clientFiles(folder)
  const built = join(folder, 'built/client.json')
  writeFileSync(built, readFileSync(built, 'utf8').replace('first', 'stored'))
  assert.match((await scriptsOf(folder))['client/later.js']!, /stored/)
  write(folder, { 'client/later.ts': 'console.log("second")\n' })
  assert.match((await scriptsOf(folder))['client/later.js']!, /second/)
  writeFileSync(built, '{')
  assert.match((await scriptsOf(folder))['client/later.js']!, /second/)
})

test('each of our scripts imports only scripts that are served', async () => {
  const scripts = await scriptsOf()
  for (const [name, script] of Object.entries(scripts)) {
    for (const [, specifier] of script.matchAll(/(?:\bfrom|\bimport)\s*\(?["'`](\.[^"'`]+)["'`]/g)) {
      const path = posix.join(posix.dirname(name), specifier!)
      assert.ok(path in scripts, `${name} imports ${path}`)
    }
  }
})

test('a controller that is loaded later is the only export of its script', async () => {
  const controllers = Object.entries(await scriptsOf()).filter(([name]) => name.endsWith('_controller.js'))
  assert.ok(controllers.length > 15)
  for (const [name, script] of controllers) {
    assert.match(script, /export\s*\{\s*[\w$]+ as \w+Controller\s*\};?\s*$/, name)
  }
})

test('the reading page, the palette and fields with suggestions load one script each', async () => {
  const scripts = await scriptsOf()
  for (const name of ['reading', 'command-palette', 'tag-combobox', 'query_completion_controller']) {
    const imported = [...scripts[`client/${name}.js`]!.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, path]) => path)
    assert.deepEqual(imported, ['./main.js'], name)
  }
})

test('a page loads one script at first', async () => {
  const { 'client/main.js': main } = await scriptsOf()
  const imported = [...main!.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, path]) => path)
  assert.deepEqual(imported, [])
})
