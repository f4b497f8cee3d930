import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { encode } from 'uqr'

/** Modules of light around the code, without which readers do not find it (ISO/IEC 18004). */
const QUIET = 4

/**
 * @param text what a phone reads
 * @param label what it is, for who cannot see it
 * @returns a QR code as a drawing, dark on light in every theme
 */
export async function qrCode(text: string, label: string): Promise<Html> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const box = `0 0 ${size} ${size}`
  return html`<svg class="qr" viewBox="${box}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"></rect><path fill="#000" d="${darkPath(data)}"></path></svg>`
}

/** @returns every run of dark modules of a row as one rectangle of a path */
function darkPath(rows: readonly (readonly boolean[])[]): string {
  let path = ''
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`
    }
  }
  return path
}
