import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dictionary } from '@zxcvbn-ts/language-common'
import { rolldown } from 'rolldown'
import { minify } from 'terser'
import { ICON_NAMES } from '../src/web/styleguide/icon-names.ts'

interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>
}

interface Library {
  readonly package: string
  readonly file: string
  readonly name: string
  /** true if the file imports others of the package, which must be joined to it */
  readonly isDivided?: boolean
  /** name of the copyright holder, for the comment at the start of the file */
  readonly author: string
  /** texts of the library's source, and their replacements. Each text must occur exactly once. */
  readonly changes: readonly (readonly [from: string, to: string])[]
}

const LIBRARIES: readonly Library[] = [
  {
    package: '@hotwired/turbo',
    file: 'dist/turbo.es2017-esm.js',
    name: 'turbo.js',
    author: '37signals LLC',
    // Removes the call that inserts a style sheet, which the content security policy forbids. The rules of the progress
    // bar are in public/css/frame.css instead.
    changes: [['this.installStylesheetElement();\n    this.setValue(0);', 'this.setValue(0);']],
  },
  {
    package: '@hotwired/stimulus',
    file: 'dist/stimulus.js',
    name: 'stimulus.js',
    author: '37signals LLC',
    // Removes outlets and the properties for CSS classes, which no controller uses.
    changes: [
      ['    ClassPropertiesBlessing,\n', ''],
      ['    OutletPropertiesBlessing,\n', ''],
      ['        this.outletObserver = new OutletObserver(this, this);\n', ''],
      ['        this.outletObserver.start();\n', ''],
      ['        this.outletObserver.refresh();\n', ''],
      ['        this.outletObserver.stop();\n', ''],
      ['        this.outlets = new OutletSet(this.documentScope, element);\n', ''],
    ],
  },
  { package: 'idb', file: 'build/index.js', name: 'idb.js', author: 'Jake Archibald', changes: [] },
  {
    package: 'intl-messageformat',
    // The file is an ES module in spite of its name, and it contains the whole package.
    file: 'intl-messageformat.iife.js',
    name: 'intl-messageformat.js',
    author: 'FormatJS',
    changes: [],
  },
  {
    package: '@simplewebauthn/browser',
    file: 'esm/index.js',
    isDivided: true,
    name: 'simplewebauthn.js',
    author: 'Matthew Miller',
    changes: [],
  },
]

interface VendoredFile {
  /** path relative to the root of the repository */
  readonly path: string
  readonly text: string
}

/**
 * @returns the libraries for the browser as minified ES modules, the icons of the pages, and the most common passwords
 * @throws Error if a text to replace does not occur exactly once, or if the Lucide package lacks an icon
 */
export async function vendoredFiles(): Promise<VendoredFile[]> {
  return [...(await Promise.all(LIBRARIES.map(minified))), icons(), commonPasswords()]
}

/** The attributes that all shapes of Lucide share. The style sheet sets them for the whole icon (`.icon` in frame.css). */
const STROKE = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

/** @returns a file that contains the SVG content of each icon */
function icons(): VendoredFile {
  const set = JSON.parse(readFileSync(inModules('@iconify-json/lucide/icons.json'), 'utf8')) as IconSet
  const bodies = ICON_NAMES.map((name): [string, string] => {
    const body = (set.icons[name] ?? set.icons[set.aliases?.[name]?.parent ?? ''])?.body
    if (body === undefined) throw new Error(`Lucide has no icon named ${name}`)
    return [name, body.replaceAll(STROKE, '').replace(/^<g>(.*)<\/g>$/, '$1')]
  })
  return { path: 'public/vendor/icons.json', text: `${JSON.stringify(Object.fromEntries(bodies), undefined, 2)}\n` }
}

/** Number of common passwords that users may not choose (security specification, 3.1). */
const REFUSED_PASSWORDS = 10_000

/** @returns a file with the most common passwords of public leaks, most frequent first */
function commonPasswords(): VendoredFile {
  const lines = dictionary['passwords-common'].slice(0, REFUSED_PASSWORDS)
  return { path: 'src/users/passwords/common-passwords.txt', text: `${lines.join('\n')}\n` }
}

async function minified({ package: from, file, name, author, changes, isDivided }: Library): Promise<VendoredFile> {
  const folder = inModules(from)
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, string>
  let source = isDivided ? await joined(`${folder}/${file}`) : readFileSync(`${folder}/${file}`, 'utf8')
  for (const [old, fresh] of changes) {
    if (source.split(old).length !== 2) throw new Error(`${from} ${version}: “${old}” is not there once`)
    source = source.replace(old, fresh)
  }
  const { code } = await minify(source, {
    module: true,
    ecma: 2020,
    compress: { passes: 2 },
    format: { comments: false, preamble: `/*! ${from} ${version}, ${license}, ${author} */` },
  })
  if (code === undefined) throw new Error(`${from} ${version}: nothing came out`)
  return { path: `client/vendor/${name}`, text: `${code}\n` }
}

/** @returns a module together with those that it imports, as one module */
async function joined(input: string): Promise<string> {
  const build = await rolldown({ input, platform: 'browser' })
  try {
    const [chunk] = (await build.generate({ format: 'esm' })).output
    return chunk.code
  } finally {
    await build.close()
  }
}

const inModules = (path: string): string => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))
