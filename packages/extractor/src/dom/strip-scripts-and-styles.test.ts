import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { stripScriptsAndStyles } from './strip-scripts-and-styles.ts'
import { assertLinearTime } from '../linear-time.fixture.ts'

/**
 * @returns the parsed page as HTML. The contents of scripts, style sheets, comments and drawings are removed, because
 * `stripScriptsAndStyles` may change them.
 */
function treeOf(text: string): string {
  const document = parse(text)
  const level: Tree.ParentNode[] = [document]
  for (let node = level.pop(); node; node = level.pop()) {
    const isProgram =
      node.nodeName === 'style' || (node.nodeName === 'script' && !statesSomething(node as Tree.Element))
    if (isProgram || isBareDrawing(node)) node.childNodes = []
    for (const child of node.childNodes) {
      if ('data' in child) child.data = ''
      if ('content' in child) level.push(child.content)
      if ('childNodes' in child) level.push(child)
    }
  }
  return serialize(document)
}

function statesSomething({ attrs }: Tree.Element): boolean {
  return /ld\+json|math\/tex/.test(attrs.find(({ name }) => name === 'type')?.value ?? '')
}

/**
 * @returns true if the node is a drawing (SVG) without text. Drawings with text must not be removed, because later
 * steps of the extraction read their text.
 */
function isBareDrawing(node: Tree.ParentNode): boolean {
  return node.nodeName === 'svg' && !/[^\s]/.test(textIn(node))
}

function textIn(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => ('childNodes' in child ? textIn(child) : 'value' in child ? child.value : ''))
    .join('')
}

const PAGES = [
  '<svg viewBox="0 0 1 1"><g><path d="M0 0"/><use href=\'#a\' /></g> </svg><p>kept<script>x</script>',
  '<svg><path d="M0 0"></svg><p>kept</p><svg><g><path d="a"></g></path></svg><p>kept',
  '<svg><title>Said</title><path d="M0 0"/></svg><p>kept',
  '<svg><path d="a"/><p>out of it</p></svg><p>kept',
  '<svg><foreignObject><div>in it</div></foreignObject><path d="a"/></svg><svg/><svg><path d="</svg>"/></svg>kept',
  '<svg><path d="a"/><!-- </svg> --><path d="b"/></svg>kept<svg><![CDATA[</svg>]]><path d="a"/></svg>',
  '<svg><svg><path d="a"/></svg><path d="b"/></svg>kept<p>a<svg></g></svg>b',
  '<<!-- a -->p>kept &am<!-- b -->p; <!--><p>kept<!--->x<!----><!--a--!>b<!-- -- --><!--a',
  '<p>before<script>if (a<b) { document.write("<p>no</p>") }</script>after',
  '<SCRIPT TYPE="text/JavaScript" >x</SCRIPT\n><p>after',
  '<style>p > a { content: "</p>" }</style><p>after',
  '<script type="application/ld+json">{"name":"<b>kept</b>"}</script><script type=math/tex>\\alpha<1</script>',
  '<script>/* <!-- <script> </script> --> */ still</script><p>after<script>x</script>',
  '<script>a</scripted>b</script><p>after',
  '<script><!-- a --></script><p>after<script>b</script>c',
  '<script>a <!-- b</script><p>after --><script>c</script>d',
  '<script data-a="</script>" data-b=\'>\'>x</script><p title="<script>">kept</p><script>y</script>',
  '<p a"b>c">text<script>x</script>',
  '<p =a>text</p><script =type=x>y</script>z',
  '<!-- <script> --><p>kept</p><!--> <script>x</script><p>kept',
  '<!---><p>kept</p><script>x</script>',
  '<textarea><script>kept</script></textarea><script>x</script>',
  '<title>A <script> of a play</title><p>kept</p><script>x</script>',
  '<noscript><img src=a><style>x</style></noscript><p>kept<script>x</script>',
  '<svg><style>a</style><script>b</script><title>c</title></svg><p>kept</p><script>x</script>',
  '<p>open <script>never closed',
  '<p>open <script',
  '<p>1 < 2 <3 </ p> <? <script>x</script ></p>',
  '<!-- a --!> <script>x</script> --> kept',
  '<p>a</p title="<script>">kept<script>x</script>',
  '<!doctype html "<script>"><? a ?></1><p>kept<script>x</script>',
  '<plaintext><script>kept</script>',
  '<iframe><script>kept</iframe><script>x</script><p>after',
  '<template><script>x</script><p>kept</p></template>',
  '<select><option>a<script>x</script></select><p>kept',
  `${'<script>x</script>'.repeat(1000)}<p>kept`,
]

test('only the text of scripts and style sheets is removed, and the parser builds the same tree', () => {
  for (const page of PAGES) assert.equal(treeOf(stripScriptsAndStyles(page)), treeOf(page), page.slice(0, 200))
})

test('the golden pages are parsed to the same trees', () => {
  const folder = new URL('../golden/', import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.html.txt'))
  assert.ok(names.length > 5)
  for (const name of names) {
    const page = readFileSync(new URL(name, folder), 'utf8')
    assert.equal(treeOf(stripScriptsAndStyles(page)), treeOf(page), name)
  }
})

test('the text of a long script is removed', () => {
  const page = `<script>${'let a = 1; '.repeat(10_000)}</script><p>text</p>`
  assert.equal(stripScriptsAndStyles(page), '<script></script><p>text</p>')
})

test('hostile markup takes linear time', async () => {
  for (const piece of [
    '<',
    '<a ',
    '<script',
    '<script>',
    '<!--',
    '<p a="',
    '<p a=',
    '</script',
    '<svg',
    "<a '",
    '<svg><g>',
  ]) {
    await assertLinearTime(
      60_000,
      (length) => {
        const markup = piece.repeat(length / piece.length)
        return () => stripScriptsAndStyles(markup)
      },
      piece,
    )
  }
})

test('a script with a comment is emptied unless the comment contains a script tag', () => {
  assert.equal(
    stripScriptsAndStyles('<script><!-- a --></script>b<script>c</script>'),
    '<script></script>b<script></script>',
  )
  const twofold = '<script><!-- <script> </script> --> a</script>b'
  assert.equal(stripScriptsAndStyles(twofold), twofold)
})
