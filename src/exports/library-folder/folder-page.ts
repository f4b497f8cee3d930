import { html } from '../../kernel/html.ts'
import type { Language } from '../../kernel/languages.ts'

interface FolderPage {
  readonly title: string
  readonly language: Language
  /** relative path of the folder of the library */
  readonly root: '.' | '..'
  /** markup; the caller has escaped what is not markup */
  readonly body: string
  /** number of scripts with texts; absent on pages without a search */
  readonly textParts?: number
}

/**
 * The pages load only files of their folder, whether it is opened from a disk or a web server, so that reading them informs
 * nobody. Articles contain no scripts, and the policy would not run them.
 */
const POLICY =
  "default-src 'none'; img-src 'self' file: data:; style-src 'self' file: 'unsafe-inline'; form-action 'none'"
const SEARCH_POLICY = `${POLICY}; script-src 'self' file:`

/** @returns a whole page */
export function folderPage({ title, language, root, body, textParts }: FolderPage): string {
  const policy = textParts === undefined ? POLICY : SEARCH_POLICY
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    html`<title>${title}</title>`,
    `<link rel="stylesheet" href="${root}/style.css">`,
  ]
  const parts = textParts === undefined ? '' : ` data-parts="${textParts}"`
  return `<!doctype html>\n<html lang="${language}"><head>${head.join('')}</head><body${parts}>${body}</body></html>\n`
}
