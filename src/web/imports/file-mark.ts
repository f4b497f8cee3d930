import { html, type Html } from '../../kernel/html.ts'

/** What the page of a mark shows, by the kind of the file: the rows of a table, the braces of JSON, and so on. */
const CONTENTS: Readonly<Record<string, Html>> = {
  CSV: html`<path d="M8 11h8m-8 3h8m-8 3h8M12 9v10" />`,
  JSON: html`<path d="M10.5 10Q9 10 9 11.5T8 14q1 0 1 2.5T10.5 18m3-8q1.5 0 1.5 1.5t1 2.5q-1 0-1 2.5T13.5 18" />`,
  HTML: html`<path d="m10.5 11-3 3 3 3m3-6 3 3-3 3" />`,
  ZIP: html`<path d="M12 9v1.5m0 2V14m0 2v2" /><path d="M10.5 18h3" />`,
  TXT: html`<path d="M8 11h8m-8 3.5h8M8 18h4" />`,
}

/**
 * @param file the kind of a file, such as `CSV`. Of several kinds, such as `ZIP / CSV`, the first one counts; the file of a
 *   browser without a kind is JSON.
 * @returns a small drawing of such a file, a page with a folded corner. Screen readers skip it.
 */
export function fileMark(file: string): Html {
  const content = CONTENTS[file.split(' ', 1)[0]!] ?? CONTENTS['JSON']!
  return html`
    <svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M14 3H6.5A1.5 1.5 0 0 0 5 4.5v15A1.5 1.5 0 0 0 6.5 21h11a1.5 1.5 0 0 0 1.5-1.5V8" />
      <path d="M14 3v3.5A1.5 1.5 0 0 0 15.5 8H19z" stroke="var(--accent)" />
      ${content}
    </svg>
  `
}
