import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { iconBody } from '../layout/icon-body.ts'
import type { Asset } from './assets.ts'
import { stripStyles } from './strip-styles.ts'

/**
 * The icons of the controls of cards and of the bar for selected cards, by selector. A list has about 200 of these icons,
 * so the style sheet draws them instead of the page. The button of an action that an entry already has sets the value 0
 * and undoes it.
 */
export const CARD_ICONS: Readonly<Record<string, string>> = {
  ".actions > [data-action-name='archive']": 'archive',
  ".actions > [data-action-name='archive'][value='0']": 'inbox',
  ".actions > [data-action-name='star']": 'star',
  ".actions > [data-action-name='star'][value='0']": 'star-off',
  ".actions > [data-action-name='delete']": 'trash-2',
  ".actions > [data-action-name='tags']": 'tag',
  ".actions > [data-action-name='collect']": 'folder-plus',
  ".actions > [data-action-name='original']": 'external-link',
  ".bulk-actions > [value='archive']": 'archive',
  ".bulk-actions > [value='unarchive']": 'inbox',
  ".bulk-actions > [value='star']": 'star',
  ".bulk-actions > [value='unstar']": 'star-off',
  ".bulk-actions > [value='delete']": 'trash-2',
  '.bulk-tags > summary': 'tag',
  '.bulk-collections > summary': 'folder-plus',
  '.bulk-more > summary': 'ellipsis',
}

/**
 * @param folder path of the public folder
 * @returns the style sheet of lists, followed by the icons of cards
 */
export function listSheet(folder: string): ReadonlyMap<string, Asset> {
  const name = 'css/lists.css'
  const icons = [...Map.groupBy(Object.entries(CARD_ICONS), ([, icon]) => icon)].map(
    ([icon, controls]) => `:is(${controls.map(([selector]) => selector).join()})::before{${maskOf(icon)}}`,
  )
  const body = Buffer.from([stripStyles(readFileSync(join(folder, name), 'utf8')), ...icons].join('\n'))
  return new Map([[name, { body, contentType: 'text/css; charset=utf-8', isCompressible: true }]])
}

const maskOf = (icon: string): string => `mask-image:url("${drawingAddress(icon)}")`

/** @returns the drawing of an icon as a `data:` address. A mask uses only its opacity, so its colour does not matter. */
function drawingAddress(icon: string): string {
  const lines = "fill='none' stroke='currentColor' stroke-linecap='round' stroke-linejoin='round' stroke-width='2'"
  const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' ${lines}>${iconBody(icon)}</svg>`
  return `data:image/svg+xml,${drawing.replaceAll('"', "'").replaceAll('<', '%3c').replaceAll('>', '%3e')}`
}
