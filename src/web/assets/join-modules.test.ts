import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinModules } from './join-modules.ts'

/** Joins modules whose names are their import paths. The module `lib` remains a separate file. */
function join(modules: Readonly<Record<string, string>>): string {
  return joinModules('main', {
    textOf: (name) => modules[name],
    resolve: (specifier) => specifier,
    pathOf: (name) => `/${name}.js`,
  })
}

/**
 * Runs a joined script that calls a function `report`.
 * @returns the values that the script reported
 */
function run(script: string): unknown[] {
  const reported: unknown[] = []
  // oxlint-disable-next-line no-new-func
  new Function('report', `'use strict';${script}`)((value: unknown) => reported.push(value))
  return reported
}

test('each module runs once, after its imports, and sees only what it imports', () => {
  const script = join({
    main: "import { a, c as renamed } from 'a'\nimport { B } from 'b'\nreport([a, renamed(), new B().name, typeof own])\n",
    a: "import { B } from 'b'\nreport('a')\nconst own = 1\nexport const a = own + B.length\nexport function c() { return own }\n",
    b: "report('b')\nconst own = 2\nexport class B {\n  name = `B${own}`\n}\n",
  })
  assert.deepEqual(run(script), ['b', 'a', [1, 1, 'B2', 'undefined']])
})

test('imports over several lines, async functions and generators are joined', () => {
  const script = join({
    main: "import {\n  one,\n  two,\n} from 'a'\nimport 'side'\nreport([one.constructor.name, [...two()]])\n",
    a: 'export async function one() {}\nexport function* two() {\n  yield 2\n}\n',
    side: "report('side')\n",
  })
  assert.deepEqual(run(script), ['side', ['AsyncFunction', [2]]])
})

test('a library stays a file of its own, imported once', () => {
  const script = join({ main: "import { x } from 'lib'\nimport 'a'\n", a: "import { x } from 'lib'\nreport(x)\n" })
  assert.equal(script.match(/^import \* as \$\d+ from '\/lib\.js'$/gm)?.length, 1)
  assert.match(script, /const \{ x \} = \$0/)
})

test('an import that a module does not export is refused', () => {
  const modules = { main: "import { a, b } from 'a'\n", a: 'export const a = 1\nconst b = 2\n' }
  assert.throws(() => join(modules), /main imports b, which a does not export/)
})

test('cycles and other forms are refused', () => {
  assert.throws(() => join({ main: "import { a } from 'a'\n", a: "import { b } from 'main'\n" }), /imports itself/)
  for (const text of ["export * from 'a'", 'export default 1', "import x from 'a'", "export { x } from 'a'"]) {
    assert.throws(() => join({ main: `${text}\n`, a: '' }), /not supported/, text)
  }
})
