/**
 * The elements and attributes that stored HTML may contain. Both parts of the sanitiser, `apply-allow-list.ts` and
 * sanitize-html, use these lists. They exclude svg, style, noscript, textarea and all form controls on purpose
 * (security specification, 2.3). `mathml-rules.ts` contains the lists for formulas.
 */

/** Allowed elements, each with its allowed attributes. Common attributes are not repeated here. */
export const ALLOWED_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'rel'],
  abbr: [],
  audio: ['src', 'controls', 'preload'],
  b: [],
  bdi: [],
  bdo: [],
  blockquote: ['cite'],
  br: [],
  caption: [],
  cite: [],
  code: ['class'],
  col: ['span'],
  colgroup: ['span'],
  dd: [],
  del: ['cite'],
  details: ['open'],
  dfn: [],
  div: [],
  dl: [],
  dt: [],
  em: [],
  figcaption: [],
  figure: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  i: [],
  img: ['src', 'srcset', 'alt', 'width', 'height', 'referrerpolicy', 'loading'],
  ins: ['cite'],
  kbd: [],
  li: ['value'],
  mark: [],
  ol: ['start', 'reversed', 'type'],
  p: [],
  pre: ['class'],
  q: ['cite'],
  rp: [],
  rt: [],
  ruby: [],
  s: [],
  samp: [],
  section: [],
  small: [],
  source: ['src', 'type'],
  span: [],
  strong: [],
  sub: [],
  summary: [],
  sup: [],
  table: [],
  tbody: [],
  td: ['colspan', 'rowspan'],
  tfoot: [],
  th: ['colspan', 'rowspan', 'scope'],
  thead: [],
  time: ['datetime'],
  tr: [],
  u: [],
  ul: [],
  var: [],
  video: ['src', 'poster', 'controls', 'preload'],
  wbr: [],
}

/** Attributes allowed on every allowed element. */
export const COMMON_ATTRIBUTES: readonly string[] = ['dir', 'id', 'lang', 'style', 'title']

/** Elements that are removed with their contents. Other forbidden elements are replaced by their contents. */
export const DROPPED_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'applet base button canvas datalist dialog embed frame frameset head iframe input link map meta noembed ' +
    'noframes noscript object optgroup option param plaintext portal script select style svg template ' +
    'textarea title track xmp'
  ).split(' '),
)

/** Elements that are renamed to an allowed element: blocks to `div`, and text styles to a similar style. */
export const RENAMED_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ...'address article aside center dir fieldset footer form header hgroup main menu nav search'
    .split(' ')
    .map((name) => [name, 'div'] as const),
  ['strike', 's'],
  ['tt', 'code'],
])

/** Attributes whose value is a single address. */
export const ADDRESS_ATTRIBUTES: readonly string[] = ['href', 'src', 'cite', 'poster']
