import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { HOSTILE_MARKUP } from './hostile-markup.fixture.ts'
import { sanitise } from './sanitise.ts'

/** The allowed elements, listed again on purpose: if an element is added to the allow list by mistake, a test fails. */
const HARMLESS = new Set(
  (
    'a abbr audio b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption ' +
    'figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small source span strong ' +
    'sub summary sup table tbody td tfoot th thead time tr u ul var video wbr'
  ).split(' '),
)
const HARMLESS_ATTRIBUTES = new Set(
  (
    'alt cite class colspan controls datetime dir height href id lang loading open poster preload referrerpolicy rel ' +
    'reversed rowspan scope span src srcset start style title type value width'
  ).split(' '),
)

/** The allowed elements of formulas, listed again so that a mistake in the allow list makes a test fail. */
const FORMULA_ELEMENTS = new Set(
  (
    'annotation math mfrac mi mmultiscripts mn mo mover mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub ' +
    'msubsup msup mtable mtd mtext mtr munder munderover none semantics'
  ).split(' '),
)
const FORMULA_TEXTS = new Set(['annotation', 'mi', 'mn', 'mo', 'ms', 'mtext'])
const FORMULA_VALUE =
  /^(?:true|false|block|inline|normal|prefix|infix|postfix|left|center|right|application\/x-tex|text\/plain|[+-]?[\d.]+(?:em|ex|mu|pt|px)?)$/
const MATHML = 'http://www.w3.org/1998/Math/MathML'

function dangersIn(html: string): string[] {
  return [true, false].flatMap((scriptingEnabled) => {
    const once = parseFragment(html, { scriptingEnabled })
    const twice = parseFragment(serialize(once), { scriptingEnabled })
    return [...dangersOf(once), ...dangersOf(twice)]
  })
}

function dangersOf(node: Tree.ParentNode): string[] {
  return node.childNodes.flatMap((child) => {
    if (child.nodeName === '#text') return []
    if (!('tagName' in child)) return [child.nodeName]
    if (child.namespaceURI === MATHML) return dangersOfFormula(child)
    const found = HARMLESS.has(child.tagName) ? [] : [child.tagName]
    return [...found, ...child.attrs.flatMap(dangerOfAttribute), ...dangersOf(child)]
  })
}

/**
 * @returns the names of the forbidden elements, attributes and nodes in a formula. HTML in a formula is dangerous,
 * because parsers disagree about where such a formula ends.
 */
function dangersOfFormula(element: Tree.Element): string[] {
  const values = element.attrs.filter(({ value }) => !FORMULA_VALUE.test(value)).map(({ name }) => name)
  const found = FORMULA_ELEMENTS.has(element.tagName) ? values : [element.tagName, ...values]
  const inner = element.childNodes.flatMap((child) => {
    if ('tagName' in child && child.namespaceURI === MATHML && !FORMULA_TEXTS.has(element.tagName))
      return dangersOfFormula(child)
    return child.nodeName === '#text' && FORMULA_TEXTS.has(element.tagName) ? [] : [`${child.nodeName} in a formula`]
  })
  return [...found, ...inner]
}

function dangerOfAttribute({ name, value }: { name: string; value: string }): string[] {
  const isAddress = ['href', 'src', 'cite', 'poster'].includes(name)
  const addresses = name === 'srcset' ? value.split(', ') : isAddress ? [value] : []
  const bad = addresses.filter(
    (address) => !/^(?:https?:\/\/[^@]+|mailto:[^?]+|tel:[+\d]+|#[a-z_][\w.-]*)$/i.test(address),
  )
  if (name === 'style' && !/^text-align:[a-z]+$/.test(value)) bad.push(value)
  if (name === 'class' && !/^(?:language-\S+|math)$/.test(value)) bad.push(value)
  if (name === 'id' && !/^[a-z_][\w.-]*$/i.test(value)) bad.push(value)
  return HARMLESS_ATTRIBUTES.has(name) ? bad : [name]
}

test('there are at least 120 hostile payloads', () => {
  assert.ok(new Set(HOSTILE_MARKUP).size >= 120)
})

for (const payload of HOSTILE_MARKUP) {
  test(`nothing dangerous remains of ${JSON.stringify(payload.slice(0, 90))}`, () => {
    for (const html of [payload, `<p>before</p>${payload}<p>after</p>`, `<table><tr><td>${payload}`]) {
      const clean = sanitise(html)
      assert.deepEqual(dangersIn(clean), [], clean)
      assert.equal(sanitise(clean), clean, 'sanitising again changes nothing')
      assert.equal(serialize(parseFragment(clean)), clean, 'reads back as the same tree')
    }
  })
}

test('all payloads in one document leave nothing dangerous', () => {
  for (const joint of ['', '\n', '"', "'", '-->', '</style>', '</p>']) {
    const clean = sanitise(HOSTILE_MARKUP.join(joint))
    assert.deepEqual(dangersIn(clean), [])
    assert.equal(sanitise(clean), clean)
  }
})

test('formulas keep allowed elements and attributes and lose all others', () => {
  const formula =
    '<math display="block"><semantics><mrow><mfrac linethickness="0.1em"><mi mathvariant="normal">d</mi><mn>2</mn></mfrac>' +
    '<mo stretchy="true">(</mo></mrow><annotation encoding="application/x-tex">a &lt; b</annotation></semantics></math>'
  assert.equal(sanitise(formula), formula)
  assert.equal(
    sanitise('<math id=a class=b style="color:red" href="https://a.example/" onclick=x><mi dir=rtl>x</mi>y</math>'),
    '<math><mi>x</mi><mtext>y</mtext></math>',
  )
  assert.equal(
    sanitise('<math><mspace width="999em" height="-5em"></mspace><mi>x</mi></math>'),
    '<math><mspace></mspace><mi>x</mi></math>',
  )
  assert.equal(
    sanitise('<p>a<math><maction><mi>x</mi></maction><annotation-xml>y</annotation-xml></math>b</p>'),
    '<p>ab</p>',
  )
  assert.equal(sanitise('<mi>x</mi><mrow>y</mrow>'), 'xy')
})

test('harmless text around dangerous markup stays', () => {
  assert.equal(
    sanitise('<p>one<script>alert(1)</script> two <b onclick=x>three</b></p>'),
    '<p>one two <b>three</b></p>',
  )
  assert.equal(sanitise('a &lt;script&gt; b'), 'a &lt;script&gt; b')
})

test('the check of this file finds dangerous elements, attributes, addresses and comments', () => {
  assert.deepEqual(
    [...new Set(dangersIn('<p onclick=x><script></script><a href="javascript:1">y</a><!--z-->'))],
    ['onclick', 'script', 'javascript:1', '#comment'],
  )
})

test('unlinked ids and all classes are removed, and the language of code is kept', () => {
  const html = '<p id="a" class="b">x</p><pre class="lang-ts big"><code class="hljs language-c++">y</code></pre>'
  assert.equal(sanitise(html), '<p>x</p><pre class="language-ts"><code class="language-c++">y</code></pre>')
})

test('the alignment of text is the only style that is kept', () => {
  assert.equal(sanitise('<p style="color:red; TEXT-ALIGN : Right;top:0">x</p>'), '<p style="text-align:right">x</p>')
  assert.equal(sanitise('<p style="color:red">x</p>'), '<p>x</p>')
})

test('images send no referrer, load lazily, and have an alt attribute', () => {
  assert.equal(
    sanitise('<img src="https://a.example/b.png" loading=eager>'),
    '<img src="https://a.example/b.png" alt="" loading="lazy" referrerpolicy="no-referrer">',
  )
})

test('images of one pixel and images without a web address are removed', () => {
  assert.equal(sanitise('<img src="https://a.example/t.gif" width=1 height=1><img alt=x><img src=/x.png>'), '')
})

test('links send no referrer, give no access to the window, and lose their target', () => {
  assert.equal(
    sanitise('<a href="https://a.example/" target=_blank rel=opener>x</a>'),
    '<a href="https://a.example/" rel="noopener noreferrer">x</a>',
  )
})

test('links without an address, and to addresses of other kinds, are replaced with their text', () => {
  assert.equal(sanitise('<a name=x>one</a> <a href="ftp://b.example/">two</a>'), 'one two')
  assert.equal(sanitise('<a href="mailto:?body=x">one</a> <a href="sms:+15550100">two</a>'), 'one two')
})

test('links to a mail address or a telephone number stay, with nothing but a subject', () => {
  assert.equal(
    sanitise(
      '<a href="MAILTO:a@b.example?cc=c@d.example&amp;subject=A%0Ab&amp;body=x">m</a> <a href="tel:+1 555 0100">t</a>',
    ),
    '<a href="mailto:a@b.example?subject=A%20b" rel="noopener noreferrer">m</a> ' +
      '<a href="tel:+15550100" rel="noopener noreferrer">t</a>',
  )
})

test('only ids to which a link leads stay, and only links to existing ids', () => {
  assert.equal(
    sanitise('<p id=a>x</p><h2 id=b>y</h2><p id=b>z</p><a href="#b">1</a> <a href="#c">2</a> <a href="#<d">3</a>'),
    '<p>x</p><h2 id="b">y</h2><p>z</p><a href="#b" rel="noopener noreferrer">1</a> 2 3',
  )
})

test('the text of meters and progress bars stays', () => {
  assert.equal(sanitise('<meter value=.6>6 of 10</meter> <progress>70 %</progress>'), '6 of 10 70 %')
})

test('players of known video hosts become links with their title, and other frames are removed', () => {
  const html =
    '<iframe src="https://player.vimeo.com/video/12" title="A &lt;b&gt; film"></iframe>' +
    '<iframe src="//www.youtube.com/embed/a-b_c?start=9"></iframe><iframe src="https://else.example/"></iframe>'
  assert.equal(
    sanitise(html),
    '<p><a href="https://vimeo.com/12" rel="noopener noreferrer">A &lt;b&gt; film</a></p>' +
      '<p><a href="https://www.youtube.com/watch?v=a-b_c" rel="noopener noreferrer">Video on YouTube</a></p>',
  )
})

test('empty elements are removed, and white space between words is kept', () => {
  assert.equal(sanitise('<div><p> </p><span></span></div><p>a<b> </b>b<br>c</p>'), ' <p>a b<br>c</p>')
})

test('markup that parsers rearrange is stable after sanitising, and its text stays', () => {
  const clean = sanitise(
    '<a href="https://a.example/1"><table><tr><td><a href="https://a.example/2">x</a></table>y</a>',
  )
  assert.match(clean, /x/)
  assert.match(clean, /y/)
  assert.equal(sanitise(clean), clean)
})

test('a hundred thousand nested elements are flattened without a stack overflow', () => {
  const clean = sanitise(`${'<div>'.repeat(100_000)}deep`)
  assert.equal(clean, `${'<div>'.repeat(511)}deep${'</div>'.repeat(511)}`)
})

test('more than 200,000 elements are refused', () => {
  assert.throws(() => sanitise('<br>'.repeat(200_001)), { code: 'too_large' })
})

test('NUL is removed, and lone surrogates are replaced or removed', () => {
  assert.equal(sanitise('<p title="a\ud800">b\0c\udc00</p>'), '<p title="a\ufffd">bc\ufffd</p>')
})
