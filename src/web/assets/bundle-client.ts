import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown, type OutputBundle, type Plugin } from 'rolldown'
import { BROWSER_REPLACEMENTS } from './browser-replacements.ts'

/** Folder with copies of npm packages (`npm run vendor`). */
const VENDOR = fileURLToPath(new URL('../../../client/vendor', import.meta.url))
/** The npm packages of the browser, each with its file in the folder `VENDOR`. */
const VENDORED_PACKAGES: Readonly<Record<string, string>> = {
  '@hotwired/turbo': 'turbo.js',
  '@hotwired/stimulus': 'stimulus.js',
  '@simplewebauthn/browser': 'simplewebauthn.js',
  idb: 'idb.js',
  'intl-messageformat': 'intl-messageformat.js',
}

/**
 * The entry scripts, without `.ts`: one for all pages, one for the service worker. They are bundled separately, because
 * a worker cannot load scripts later.
 */
const ENTRY_SCRIPTS = ['client/main', 'client/sw/service-worker']

/** The scripts of the web app, and what they were made from. */
export interface ClientBundle {
  /** the scripts by name, such as `client/main.js`, all in one folder */
  readonly scripts: Readonly<Record<string, string>>
  /** paths of all modules that were read, relative to the root */
  readonly inputs: readonly string[]
}

/**
 * Bundles and minifies the browser's TypeScript: the files in `client`, and the files and packages that they import. A
 * module that a page loads later, with a dynamic import, becomes a script of its own. What it shares with the entry
 * script is imported from there, so that each module exists once.
 * @param root folder that contains `client` and `src`
 * @throws Error for an import that cannot be served, or of a name that is not exported
 */
export async function bundleClient(root: string): Promise<ClientBundle> {
  const scripts: Record<string, string> = {}
  const inputs = new Set<string>()
  for (const entry of ENTRY_SCRIPTS) {
    for (const file of await bundleEntry(root, entry, inputs)) {
      if (file.type === 'chunk') scripts[`client/${file.fileName}`] = file.code
    }
  }
  return { scripts, inputs: [...inputs].toSorted() }
}

async function bundleEntry(root: string, entry: string, inputs: Set<string>): Promise<OutputBundle[string][]> {
  const input = `${root}/${entry}.ts`
  const early = new Set<string>()
  const build = await rolldown({
    input,
    platform: 'browser',
    tsconfig: false,
    // Always null in a module. Without it, Turbo's warning about scripts in the body is left out.
    transform: { define: { 'document.currentScript': 'null' } },
    // The entry script also exports what later scripts import from it.
    preserveEntrySignatures: 'allow-extension',
    plugins: [resolveModules(root, inputs), findStaticImports(input, early)],
    // All messages are errors, so a warning that depends on the speed of the machine is switched off.
    checks: { bundlerTimings: false },
    onLog: (_level, { message }) => {
      throw new Error(message)
    },
  })
  // By default, some modules that the entry script shares with later scripts would become scripts of their own, and a
  // page would load them with further requests.
  const group = { name: posix.basename(entry), test: (id: string) => early.has(id) }
  try {
    const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
    const codeSplitting = { includeDependenciesRecursively: false, groups: [group] }
    return (await build.generate({ format: 'esm', minify: true, codeSplitting, ...names })).output
  } finally {
    await build.close()
  }
}

/** Adds the ids of the entry module, and of the modules that it imports statically, directly or indirectly, to a set. */
function findStaticImports(entry: string, found: Set<string>): Plugin {
  return {
    name: 'dogear-static-imports',
    buildEnd() {
      const waiting = [entry]
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        if (found.has(id)) continue
        found.add(id)
        waiting.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
}

/** Replaces modules of the server by those of the browser, and records which modules are read. */
function resolveModules(root: string, inputs: Set<string>): Plugin {
  return {
    name: 'dogear',
    resolveId: (specifier, importer) => {
      if (importer === undefined) return null
      const vendored = VENDORED_PACKAGES[specifier]
      if (vendored !== undefined) return join(VENDOR, vendored)
      if (!specifier.startsWith('.')) throw new Error(`${importer} imports ${specifier}, which is not served`)
      const path = posix.relative(root, posix.join(posix.dirname(importer), specifier))
      const replacement = BROWSER_REPLACEMENTS.get(path)
      return replacement === undefined ? null : `${root}/${replacement}`
    },
    buildEnd() {
      for (const id of this.getModuleIds()) if (id.startsWith(root)) inputs.add(posix.relative(root, id))
    },
  }
}
