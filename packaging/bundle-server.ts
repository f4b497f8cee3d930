import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { lineMaps } from './line-maps.ts'
import { BUNDLES, currentBundle, hashOf, saveManifest, type Input } from '../bin/bundled-program.js'

const ROOT = join(import.meta.dirname, '..')

/** Files besides the modules that determine the bundle: the versions of all packages, and the bundler's modules. */
const OTHER_INPUTS = ['package.json', 'package-lock.json', 'packaging/bundle-server.ts', 'packaging/line-maps.ts']
/** Modules of packages are not inputs, because the lock file says which they are. */
const isPackaged = (path: string): boolean => path.includes('node_modules/')

/**
 * Packages that remain files of their own: those that are optional, or read files beside their modules, or are large and
 * rarely needed. All others are bundled. No package may be in both groups, because its classes would exist twice.
 */
const SEPARATE_PACKAGES: readonly string[] = [
  ...Object.keys(manifest().optionalDependencies),
  '@fastify/swagger',
  'fontoxpath',
  'mammoth',
  'pdfjs-dist',
  // It reads the stack of an error after each response, for which Node would decode a source map of its size.
  'undici',
  // An optional package that pg looks for.
  'pg-native',
]

/** The modules of the commands that run for long. */
const SERVICE_MODULES = [
  'src/cli.ts',
  'src/cli/parse-command-line.ts',
  'src/cli/commands/serve.command.ts',
  'src/cli/commands/worker.command.ts',
]

/** Bundles that are kept, because processes that run from them load further modules later. */
const KEPT_BUNDLES = 3
/** Milliseconds after which the folder of an unfinished bundle is deleted. */
const ABANDONED_MS = 600_000
const UNFINISHED = '.unfinished-'

function manifest(): { readonly optionalDependencies: Readonly<Record<string, string>> } {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
}

/**
 * Bundles the command line and the scripts of the worker threads, with most packages. The result is a folder in
 * `built/server`, which is complete when it gets its name, and `current.json`, which names it and all files that it was
 * made from. Does nothing if the last bundle is current.
 * @throws Error if a module cannot be bundled, or if the folder is not writable
 */
export async function bundleServer(): Promise<void> {
  if (currentBundle(ROOT)) return
  const bundles = join(ROOT, BUNDLES)
  mkdirSync(bundles, { recursive: true })
  removeOldBundles(bundles)
  // Unlike `mkdtemp`, this lets other users read the folder if the umask does, as in an archive.
  const folder = join(bundles, `${UNFINISHED}${process.pid}-${Date.now()}`)
  mkdirSync(folder)
  const others = OTHER_INPUTS.map((path) => [path, readInput(join(ROOT, path)).input] as const)
  const found = new Map<string, Input>(others)
  await writeBundles(folder, found)
  const inputs = [...found.values()].toSorted((left, right) => (left.path < right.path ? -1 : 1))
  await Promise.all(readdirSync(folder).map((name) => flush(join(folder, name))))
  const name = hashOf(inputs.map(({ path, sha256 }) => `${path} ${sha256}\n`).join('')).slice(0, 16)
  // Another process may have made the same bundle in the meantime.
  try {
    renameSync(folder, join(bundles, name))
  } catch (error) {
    rmSync(folder, { recursive: true })
    if (!existsSync(join(bundles, name))) throw error
  }
  saveManifest(ROOT, { folder: name, inputs })
}

function removeOldBundles(bundles: string): void {
  const folders = readdirSync(bundles, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, changedAt: statSync(join(bundles, name)).mtimeMs }))
    .toSorted((left, right) => right.changedAt - left.changedAt)
  const old = [
    ...folders.filter(({ name, changedAt }) => name.startsWith(UNFINISHED) && changedAt < Date.now() - ABANDONED_MS),
    ...folders.filter(({ name }) => !name.startsWith(UNFINISHED)).slice(KEPT_BUNDLES - 1),
  ]
  for (const { name } of old) rmSync(join(bundles, name), { recursive: true, force: true })
}

/** Waits until a file is on disk, so that a power failure never leaves a bundle with empty files. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}

/**
 * Bundles twice: once for `serve` and `worker`, whose modules are all loaded at the start and therefore become one file,
 * and once for the other commands and the threads, which load only the small files that they need.
 */
async function writeBundles(folder: string, inputs: Map<string, Input>): Promise<void> {
  const threads = globSync('src/**/*-worker.ts', { cwd: ROOT })
  await writeBundle(folder, { scripts: { service: 'src/cli.ts' }, inputs, joined: SERVICE_MODULES })
  const scripts = Object.fromEntries(threads.map((path) => [basename(path, '.ts'), path]))
  await writeBundle(folder, { scripts: { ...scripts, command: 'src/cli.ts' }, inputs, joined: [] })
}

interface BundleNeeds {
  /** paths of the entry modules relative to the root, by the name of their file in the bundle */
  readonly scripts: Readonly<Record<string, string>>
  /** receives each file that was read, by its path */
  readonly inputs: Map<string, Input>
  /** paths of modules that become one file, with all modules that they import statically */
  readonly joined: readonly string[]
}

async function writeBundle(dir: string, { scripts, inputs, joined }: BundleNeeds): Promise<void> {
  const group = new Set<string>()
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(scripts).map(([name, path]) => [name, join(ROOT, path)])),
    platform: 'node',
    tsconfig: false,
    transform: { typescript: { onlyRemoveTypeImports: true } },
    external: (specifier) => SEPARATE_PACKAGES.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
    plugins: [readModules(inputs), findStaticImports(joined, group), lineMaps()],
    // All warnings are errors, so a warning that depends on the speed of the machine is switched off.
    checks: { bundlerTimings: false },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  try {
    const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' }
    const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } } as const
    const maps = { sourcemap: true, sourcemapExcludeSources: true } as const
    const codeSplitting = { groups: [{ name: 'joined', test: (id: string) => group.has(id) }] }
    await build.write({
      dir,
      format: 'cjs',
      minify,
      comments: false,
      codeSplitting,
      ...names,
      ...maps,
    })
  } finally {
    await build.close()
  }
}

/** Adds the ids of modules to `found`, and those of all modules that they import statically, directly or indirectly. */
function findStaticImports(modules: readonly string[], found: Set<string>): Plugin {
  return {
    name: 'dogear-static-imports',
    buildEnd() {
      const waiting = modules.map((path) => join(ROOT, path))
      for (const id of waiting) {
        if (found.has(id)) continue
        found.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}

/** Reads the modules, records them in `inputs`, and replaces `import.meta.url`, which is the address of the source. */
function readModules(inputs: Map<string, Input>): Plugin {
  return {
    name: 'dogear-sources',
    load: (id) => {
      if (id.startsWith('\0')) return null
      const { input, content } = readInput(id)
      if (!isPackaged(input.path)) inputs.set(id, input)
      return content.includes('import.meta') ? replaceAddresses(id, content) : content
    },
  }
}

/** `new URL('./x-worker.ts', import.meta.url)`, whose script is bundled */
const WORKER_SCRIPT = /new URL\('\.\/([\w-]+-worker)\.ts', import\.meta\.url\)/g

function replaceAddresses(id: string, content: string): string {
  const other = /import\.meta(?!\.url\b)[.\w]*/.exec(content)?.[0]
  if (other !== undefined && !isPackaged(id))
    throw new Error(`${id} uses ${other}, but only import.meta.url is bundled`)
  const source = JSON.stringify(relative(join(ROOT, BUNDLES, 'name'), id))
  return content
    .replaceAll(WORKER_SCRIPT, "new URL('./$1.cjs', import.meta.dogearUrl)")
    .replaceAll('import.meta.url', `new URL(${source}, import.meta.dogearUrl).href`)
    .replaceAll('import.meta.dogearUrl', 'import.meta.url')
}

function readInput(path: string): { readonly input: Input; readonly content: string } {
  const content = readFileSync(path)
  const name = relative(ROOT, path).replaceAll('\\', '/')
  return { input: { path: name, sha256: hashOf(content) }, content: content.toString('utf8') }
}
