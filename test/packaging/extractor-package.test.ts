import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { makePdf } from '../../packages/extractor/src/pdf/pdf-pages.fixture.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'extractor-package-'))
after(() => rmSync(folder, { recursive: true }))

/** The environment without the variables that npm sets for scripts. They would affect the npm that this test starts. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))

/** Time in milliseconds after which npm is ended. A registry that does not answer would otherwise stop the run. */
const NPM_MS = 60_000

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    env: environment,
    timeout: NPM_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const isSource = (path: string): boolean => !/\/(?:dist|node_modules)$/.test(path)

/**
 * Packs the package and installs it in an empty folder. Packs a copy of its folder, because packing temporarily changes
 * files in the folder.
 * @returns the folder, or undefined if npm finds a dependency neither in its cache nor in the registry
 */
function installPackage(): string | undefined {
  const copy = join(folder, 'repository')
  for (const path of ['package.json', 'tsconfig.json', 'packages/extractor']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, filter: isSource })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const before = readFileSync(join(copy, 'packages/extractor/package.json'), 'utf8')
  npm(join(copy, 'packages/extractor'), 'pack', '--pack-destination', folder)
  assert.equal(readFileSync(join(copy, 'packages/extractor/package.json'), 'utf8'), before)
  const empty = mkdtempSync(join(folder, 'empty-'))
  writeFileSync(join(empty, 'package.json'), '{ "type": "module" }')
  try {
    npm(empty, 'install', '--prefer-offline', ...globSync(join(folder, '*.tgz')))
    return empty
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: unknown }
    if (code === 'ETIMEDOUT' || /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(String(stderr))) return undefined
    throw error
  }
}

/** @returns the paths of the current Node and of other versions on PATH, from version 22 */
function runtimes(): readonly string[] {
  const found = (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, 'node'))
  const versions = new Map<string, string>()
  for (const program of [process.execPath, ...found]) {
    const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' })
    if (status === 0 && !versions.has(stdout)) versions.set(stdout, program)
  }
  return [...versions].filter(([version]) => Number(/\d+/.exec(version)) >= 22).map(([, program]) => program)
}

const folderOfUser = installPackage()
const installed = folderOfUser ?? folder
const options = { skip: folderOfUser === undefined ? 'the npm registry cannot be reached' : false }
const library = join(installed, 'node_modules/@dogear/extractor')

test('the package contains JavaScript and type declarations, and no TypeScript to run', options, () => {
  const files = globSync('**/*', { cwd: library }).filter((path) => /\.\w+$/.test(path))
  assert.ok(files.filter((path) => path.endsWith('.js')).length > 80)
  for (const path of files) assert.match(path, /\.(?:js|d\.ts|json|md)$/)
  assert.ok(!files.some((path) => /\.(?:test|fixture)\./.test(path)))
})

test('the program of its README works', options, (t) => {
  const readme = readFileSync(join(library, 'README.md'), 'utf8')
  const [, program] = /```js\n([\s\S]*?)```/.exec(readme)!
  writeFileSync(join(installed, 'readme.js'), program!)
  writeFileSync(join(installed, 'page.html'), readFileSync(join(ROOT, PAGE)))
  forEachRuntime(t, (node) => {
    const output = execFileSync(node, ['readme.js'], { cwd: installed, encoding: 'utf8' })
    assert.match(output, /^Harbour town rebuilds its sea wall by hand/)
    assert.match(output, /seven weeks away/)
  })
})

const PAGE = 'packages/extractor/src/golden/news-english.html.txt'

test('its types are found by a strict compiler', options, () => {
  const program = `import { extract, type Extraction } from '@dogear/extractor'
import { readBlocks } from '@dogear/extractor/content'
import { sniffType } from '@dogear/extractor/service'
const extraction: Extraction = await extract({ url: 'https://a.example/', body: new Uint8Array() })
export const title: string | undefined = extraction.kind === 'article' ? extraction.article.title : undefined
// @ts-expect-error a page has bytes
export const wrong = [extract({ url: 'https://a.example/' }), readBlocks, sniffType]
`
  writeFileSync(join(installed, 'program.ts'), program)
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node']
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(compiler, [...flags, ...roots, '--skipLibCheck', 'program.ts'], {
    cwd: installed,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
})

test('the command prints an article of a page and of a PDF', options, async (t) => {
  const text = 'The tide comes in, and it goes out again, and it cannot be hurried. '
  const pdf = await makePdf((writer) => void writer.fontSize(24).text('On tides').fontSize(11).text(text.repeat(9)))
  writeFileSync(join(installed, 'tides.pdf'), pdf)
  const command = join(installed, 'node_modules/.bin/extract')
  forEachRuntime(t, (node) => {
    const page = readFileSync(join(ROOT, PAGE))
    const json = execFileSync(node, [command, '--format', 'json', '--url', 'https://a.example/x', '-'], { input: page })
    assert.equal(JSON.parse(json.toString()).title, 'Harbour town rebuilds its sea wall by hand')
    const markdown = execFileSync(node, [command, 'tides.pdf'], { cwd: installed, encoding: 'utf8' })
    assert.ok(markdown.startsWith(`# On tides\n\n${text}`), markdown)
    assert.equal(spawnSync(node, [command, '--nonsense']).status, 2)
  })
})

function forEachRuntime(t: TestContext, run: (node: string) => void): void {
  const programs = runtimes()
  t.diagnostic(programs.map((node) => execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).join(', '))
  for (const node of programs) run(node)
}
