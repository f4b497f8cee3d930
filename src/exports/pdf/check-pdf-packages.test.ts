import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AppError } from '../../kernel/errors.ts'
import { PDF_PACKAGES, checkPdfPackages } from './check-pdf-packages.ts'

/** Packages for pictures on e-readers, object stores and traces. */
const OTHERS = /^(?:sharp$|@aws-sdk\/|@opentelemetry\/)/

test('the packages for PDF are the optional dependencies besides those for other purposes, and all are installed', async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { optionalDependencies } = JSON.parse(text) as { optionalDependencies: Record<string, string> }
  const forPdf = Object.keys(optionalDependencies).filter((name) => !OTHERS.test(name))
  assert.deepEqual([...PDF_PACKAGES].toSorted(), forPdf.toSorted())
  checkPdfPackages()
})

test('an installation without a package refuses PDF and names the package', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-pdf-'))
  t.after(() => rm(folder, { recursive: true }))
  const from = pathToFileURL(join(folder, 'file.ts')).href
  for (const name of PDF_PACKAGES.filter((one) => one !== 'pdfkit')) {
    await mkdir(join(folder, 'node_modules', name), { recursive: true })
    await writeFile(join(folder, 'node_modules', name, 'package.json'), '{}')
  }
  assert.throws(
    () => checkPdfPackages(from),
    (error) => error instanceof AppError && error.code === 'invalid_input' && error.message.endsWith('packages pdfkit'),
  )
})
