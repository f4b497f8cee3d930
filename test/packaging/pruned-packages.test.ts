import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { rolldown } from 'rolldown'
import { isKept, PRUNED_PACKAGES } from '../../packaging/kept-files.js'

const ROOT = join(import.meta.dirname, '../..')
const MODULES = join(ROOT, 'node_modules')

const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]

/** @returns the modules of pruned packages that the program imports or resolves, such as `highlight.js/lib/core` */
function usedSpecifiers(): string[] {
  const files = globSync('{src,packages/*/src}/**/*.ts', { cwd: ROOT }).filter(
    (path) => !/\.(?:test|fixture)\.ts$/.test(path),
  )
  const quoted = files.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/'([\w@][\w@./-]*)'/g)].map(([, text]) => text!),
  )
  return [...new Set(quoted)].filter((text) => PRUNED_PACKAGES.includes(packageOf(text)) && !text.endsWith('.json'))
}

/** @returns the paths below node_modules of a module and all modules that it imports or requires */
async function modulesOf(specifier: string): Promise<string[]> {
  const ids: string[] = []
  const build = await rolldown({
    input: specifier,
    cwd: ROOT,
    platform: 'node',
    tsconfig: false,
    plugins: [{ name: 'ids', moduleParsed: ({ id }) => void ids.push(id) }],
    onLog: () => undefined,
  })
  await build.generate()
  await build.close()
  return ids.filter((id) => id.startsWith(MODULES)).map((id) => relative(MODULES, id).replaceAll('\\', '/'))
}

test('installations keep all modules of pruned packages that the program loads', async () => {
  const specifiers = usedSpecifiers()
  for (const name of [
    'pdfjs-dist',
    'tinyld',
    'highlight.js',
    'pdfkit',
    'fontkit',
    'fastify',
    'undici',
    'sharp',
    'nodemailer',
  ]) {
    assert.ok(
      specifiers.some((specifier) => packageOf(specifier) === name),
      `no import of ${name} was found`,
    )
  }
  for (const specifier of specifiers.filter((text) => text !== '@fontsource/noto-sans')) {
    const modules = await modulesOf(specifier)
    assert.ok(modules.length > 0, specifier)
    for (const path of modules) {
      const name = packageOf(path)
      assert.ok(isKept(name, path.slice(name.length + 1)), `${specifier} needs ${path}`)
    }
  }
})

test('installations keep the files of packages that the program reads', () => {
  const files: Readonly<Record<string, readonly string[]>> = {
    'pdfjs-dist': ['legacy/build/pdf.worker.min.mjs', 'LICENSE', 'package.json'],
    'swagger-ui-dist': ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'],
    pdfkit: ['js/data/Helvetica.afm', 'js/data/Courier.afm'],
    '@fontsource/noto-sans': [
      'unicode.json',
      'files/noto-sans-greek-400-normal.woff',
      'files/noto-sans-cyrillic-ext-700-italic.woff',
      'LICENSE',
    ],
  }
  for (const [name, paths] of Object.entries(files)) {
    for (const path of paths) {
      assert.ok(globSync(join(MODULES, name, path)).length === 1, `${name} has no ${path}`)
      assert.ok(isKept(name, path), `${name}/${path}`)
    }
  }
  assert.ok(!isKept('swagger-ui-dist', 'swagger-ui.js'))
})
