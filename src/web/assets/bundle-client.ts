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
/** The script of the reading page, without `.ts`. Pages load it later, together with all that it imports. */
const READING_SCRIPT = 'client/reading'

/**
 * Small modules of scripts that are loaded later, which are part of the first script of the pages. In a script of their own,
 * they would be a further round of requests before the palette or the suggestions of a field appear.
 */
const EARLY_MODULES = ['client/models/combobox.ts']

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
  const groups = { early: new Set(EARLY_MODULES.map((path) => `${root}/${path}`)), reading: new Set<string>() }
  const build = await rolldown({
    input,
    platform: 'browser',
    tsconfig: false,
    // Always null in a module. Without it, Turbo's warning about scripts in the body is left out.
    transform: { define: { 'document.currentScript': 'null' } },
    // The entry script also exports what later scripts import from it.
    preserveEntrySignatures: 'allow-extension',
    plugins: [resolveModules(root, inputs), groupModules(input, `${root}/${READING_SCRIPT}.ts`, groups)],
    // All messages are errors, so a warning that depends on the speed of the machine is switched off.
    checks: { bundlerTimings: false },
    onLog: (_level, { message }) => {
      throw new Error(message)
    },
  })
  try {
    const names = { entryFileNames: '[name].js', chunkFileNames: '[name].js' }
    const codeSplitting = {
      includeDependenciesRecursively: false,
      groups: [joined(entry, groups.early), joined(READING_SCRIPT, groups.reading)],
    }
    return (await build.generate({ format: 'esm', minify: true, codeSplitting, ...names })).output
  } finally {
    await build.close()
  }
}

/**
 * @returns the setting that joins modules to one script. By default, some modules that scripts share would become scripts of
 *   their own, and a page would load them with further requests.
 */
const joined = (script: string, ids: ReadonlySet<string>) => ({
  name: posix.basename(script),
  test: (id: string) => ids.has(id),
})

/** Ids of the modules that are joined into one script each. */
interface ModuleGroups {
  /** the entry module, and what it imports statically, directly or indirectly; also `EARLY_MODULES` */
  readonly early: Set<string>
  /** the module of the reading page, and what only it and the scripts that it loads later import */
  readonly reading: Set<string>
}

/** Finds the modules of both groups when all imports are known. */
function groupModules(entry: string, reading: string, groups: ModuleGroups): Plugin {
  return {
    name: 'dogear-groups',
    buildEnd() {
      const importedBy = (id: string): Set<string> => {
        const found = new Set<string>()
        const waiting = [id]
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          if (found.has(next)) continue
          found.add(next)
          waiting.push(...(this.getModuleInfo(next)?.importedIds ?? []))
        }
        return found
      }
      for (const id of importedBy(entry)) groups.early.add(id)
      const wanted = importedBy(reading).difference(groups.early)
      const isOther = (id: string) =>
        id !== reading && this.getModuleInfo(id)?.dynamicImporters.some((importer) => !wanted.has(importer))
      const others = [...this.getModuleIds()].filter(isOther).map(importedBy)
      for (const id of wanted) if (!others.some((other) => other.has(id))) groups.reading.add(id)
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
