import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { encode } from 'uqr'

/** Width of the light border, in squares of the code. Scanners need it to find the code (ISO/IEC 18004). */
const BORDER_SQUARES = 4

/**
 * @param text content of the code
 * @param label description for screen readers
 * @returns a QR code as SVG. It is dark on light in every theme, because scanners may fail otherwise.
 */
export async function qrCode(text: string, label: string): Promise<Html> {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER_SQUARES })
  const box = `0 0 ${size} ${size}`
  return html`
    <svg class="qr" viewBox="${box}" role="img" aria-label="${label}" shape-rendering="crispEdges">
      <rect width="${size}" height="${size}" fill="#fff"></rect>
      <path fill="#000" d="${darkPath(data)}"></path>
    </svg>
  `
}

/** @returns the data of an SVG path, with one rectangle for each horizontal run of dark squares */
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
