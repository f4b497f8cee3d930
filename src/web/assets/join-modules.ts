/** Matches an import of names, or of a module without names. Type stripping has already removed imports of types. */
const IMPORT = /^import\s+(?:\{([^}]*)\}\s*from\s*)?'([^'\n]+)';?[ \t]*$/gm
/** Matches an exported declaration. */
const EXPORT = /^export\s+((?:async\s+)?function\s*\*?|class|const)\s+([\w$]+)/gm
/** Matches all other forms of imports and exports. The project does not use them, and they are not supported here. */
const UNSUPPORTED_STATEMENT = /^(?:import|export)\b[^\n]*/m

/** The modules of a script, each identified by a unique name. */
interface ModuleGraph {
  /** @returns the text of a module; undefined for a module that remains a separate file, such as a library */
  readonly textOf: (name: string) => string | undefined
  /** @returns the name of the module that an import path refers to */
  readonly resolve: (specifier: string, importer: string) => string
  /** @returns the path from which the joined script imports a separate file */
  readonly pathOf: (name: string) => string
}

/**
 * Joins a module and all modules that it imports into one script. The script loads faster than the modules would,
 * because a browser looks up, reads and links every file separately. Every module becomes a function that returns its
 * exports. The modules run in the order in which a browser would run them. Supports only imports by name, and exported
 * functions, classes and constants.
 * @throws Error for any other import or export, for a cycle of imports, and for an import of a name that is not
 *   exported
 */
export function joinModules(entry: string, graph: ModuleGraph): string {
  const order: string[] = []
  const libraries: string[] = []
  const visiting = new Set<string>()
  const visit = (name: string): void => {
    if (order.includes(name) || libraries.includes(name)) return
    if (visiting.has(name)) throw new Error(`${name} imports itself, directly or through others`)
    const text = graph.textOf(name)
    if (text === undefined) return void libraries.push(name)
    visiting.add(name)
    for (const [, , specifier] of text.matchAll(IMPORT)) visit(graph.resolve(specifier!, name))
    visiting.delete(name)
    order.push(name)
  }
  visit(entry)
  const variables = new Map([...libraries, ...order].map((name, index) => [name, `$${index}`]))
  const exported = new Map<string, ReadonlySet<string>>()
  const imports = libraries.map((name) => `import * as ${variables.get(name)} from '${graph.pathOf(name)}'\n`)
  const modules = order.map((name) => {
    const { script, exports } = asFunction(graph.textOf(name)!, name, (specifier, wanted) => {
      const target = graph.resolve(specifier, name)
      const missing = wanted.find((one) => exported.get(target)?.has(one) === false)
      if (missing !== undefined) throw new Error(`${name} imports ${missing}, which ${target} does not export`)
      return variables.get(target)!
    })
    exported.set(name, exports)
    return `const ${variables.get(name)} = ${script}\n`
  })
  return [...imports, ...modules].join('')
}

interface ModuleFunction {
  /** expression that runs a module and returns an object with the module's exports */
  readonly script: string
  readonly exports: ReadonlySet<string>
}

/**
 * Converts a module to a function.
 * @param variableOf returns the variable that contains the exports of an imported module
 */
function asFunction(
  text: string,
  name: string,
  variableOf: (specifier: string, wanted: readonly string[]) => string,
): ModuleFunction {
  const exports = new Set<string>()
  const body = text
    .replaceAll(IMPORT, (_all, imported: string | undefined, specifier: string) => {
      if (imported === undefined) return ''
      const parts = imported.split(',').flatMap((part) => part.trim() || [])
      const wanted = parts.map((part) => part.split(/\s+as\s+/)[0]!)
      return `const { ${parts.map((part) => part.replace(/\s+as\s+/, ': ')).join(', ')} } = ${variableOf(specifier, wanted)}`
    })
    .replaceAll(EXPORT, (_all, kind: string, one: string) => {
      exports.add(one)
      return `${kind} ${one}`
    })
  const other = UNSUPPORTED_STATEMENT.exec(body)
  if (other) throw new Error(`${name} contains a form of import or export that is not supported: ${other[0]}`)
  return { script: `(() => {\n${body}\nreturn { ${[...exports].join(', ')} }\n})()`, exports }
}
