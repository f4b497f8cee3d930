import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minify } from 'terser'

interface Library {
  readonly package: string
  readonly file: string
  readonly name: string
  /** holder of the copyright */
  readonly author: string
  /** replaced parts of the source; each must occur exactly once */
  readonly changes: readonly (readonly [from: string, to: string])[]
}

const LIBRARIES: readonly Library[] = [
  {
    package: '@hotwired/turbo',
    file: 'dist/turbo.es2017-esm.js',
    name: 'turbo.js',
    author: '37signals LLC',
    // The content security policy forbids style sheets that a script adds. The rules of the progress bar are in
    // public/css/frame.css.
    changes: [['this.installStylesheetElement();\n    this.setValue(0);', 'this.setValue(0);']],
  },
  {
    package: '@hotwired/stimulus',
    file: 'dist/stimulus.js',
    name: 'stimulus.js',
    author: '37signals LLC',
    changes: [],
  },
  { package: 'idb', file: 'build/index.js', name: 'idb.js', author: 'Jake Archibald', changes: [] },
  {
    package: 'intl-messageformat',
    // This file contains the whole package as a single module, although its name says IIFE.
    file: 'intl-messageformat.iife.js',
    name: 'intl-messageformat.js',
    author: 'FormatJS',
    changes: [],
  },
]

export interface VendoredFile {
  readonly name: string
  readonly text: string
}

/**
 * @returns the libraries as stored in public/vendor: minified ES modules
 * @throws Error if a replaced part does not occur exactly once in this version
 */
export async function vendoredFiles(): Promise<VendoredFile[]> {
  return Promise.all(LIBRARIES.map(vendoredFile))
}

async function vendoredFile({ package: from, file, name, author, changes }: Library): Promise<VendoredFile> {
  const folder = fileURLToPath(new URL(`../node_modules/${from}`, import.meta.url))
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, string>
  let source = readFileSync(`${folder}/${file}`, 'utf8')
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
  return { name, text: `${code}\n` }
}
