import { html, type Html } from '../../kernel/html.ts'

/** A folder whose top left corner is at 0, 0. */
const FOLDER = 'M1 3a2 2 0 0 1 2-2h5l2 3h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2z'

/** @returns where the lines of the configuration go: an e-reader on a cable, the folders on its drive, and the sections */
export function koboDrawing(label: string): Html {
  return html`
    <svg
      class="kobo-drawing"
      viewBox="0 0 340 150"
      role="img"
      aria-label="${label}"
      fill="none"
      stroke="var(--ink-faint)"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <rect x="6" y="14" width="78" height="108" rx="8" />
      <rect x="14" y="22" width="62" height="84" rx="2" />
      <path d="M22 34h46m-46 10h46m-46 10h46m-46 10h34M22 84h46m-46 10h28" stroke-opacity="0.6" />
      <path d="M45 122v10a8 8 0 0 0 8 8h39a8 8 0 0 0 8-8V32a8 8 0 0 1 8-8h6" stroke="var(--accent)" />
      <path d="M128 43v16h8m14 11v17h8" />
      <path d="${FOLDER}" transform="translate(118 22)" />
      <path d="${FOLDER}" transform="translate(139 50)" />
      <path d="M162 76h11l6 6v14a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2V78a2 2 0 0 1 2-2z" stroke="var(--accent)" />
      <path d="M184 98v38" stroke="var(--accent)" stroke-dasharray="1 5" />
      <g class="kobo-drawing-text" stroke="none" fill="var(--ink)">
        <text x="146" y="36">.kobo</text>
        <text x="167" y="64">Kobo</text>
        <text x="186" y="92">Kobo eReader.conf</text>
        <text x="194" y="114" fill="var(--accent)">[OneStoreServices]</text>
        <text x="194" y="134" fill="var(--accent)">[Instapaper]</text>
      </g>
    </svg>
  `
}
