import { findPackageJSON } from 'node:module'
import { AppError } from '../../kernel/errors.ts'

/** Optional packages that PDF export needs; see docs/dependencies.md. */
export const PDF_PACKAGES: readonly string[] = [
  '@fontsource-variable/noto-naskh-arabic',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-jp',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-thai',
  '@fontsource/noto-sans',
  'bidi-js',
  'fontkit',
  'pdfkit',
  'subset-font',
]

/**
 * Checks that all packages are installed, without loading them.
 * @param from file URL; the packages are looked up in its folder and the folders above, as in an import
 * @throws AppError `invalid_input` if a package is not installed
 */
export function checkPdfPackages(from: string = import.meta.url): void {
  const missing = PDF_PACKAGES.filter((name) => !isInstalled(name, from))
  if (missing.length === 0) return
  throw new AppError(
    'invalid_input',
    `PDF is not available: this server was installed without the optional packages ${missing.join(', ')}`,
    { details: { message: 'error.sentences.pdfNotInstalled' } },
  )
}

function isInstalled(name: string, from: string): boolean {
  try {
    return findPackageJSON(name, from) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return false
    throw error
  }
}
