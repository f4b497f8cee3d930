import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import type { RailCollection } from '../layout/viewer.ts'

/**
 * @param picked ids of the collections whose boxes are ticked
 * @returns a checkbox for each collection
 */
export function collectionBoxes(collections: readonly RailCollection[], picked: ReadonlySet<number>): Html {
  const boxes = collections.map(
    ({ id, name, icon: drawing }) =>
      html`
        <li>
          <label class="choice">
            <input type="checkbox" name="collections[]" value="${id}" ?checked="${picked.has(id)}">
            ${icon(drawing)}
            <span dir="auto">${name}</span>
          </label>
        </li>
      `,
  )
  return html`<ul class="collection-boxes">${boxes}</ul>`
}
