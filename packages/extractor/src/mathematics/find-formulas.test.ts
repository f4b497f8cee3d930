import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { findFormulas } from './find-formulas.ts'
import { threadMillisecondsSince } from '../thread-time.fixture.ts'

/** @returns the page with each formula replaced by its text, in `$$` if it is on its own line */
function after(html: string): string {
  const tree = parseHtmlFragment(html)
  const formulas = findFormulas(tree)
  return serialize(tree).replaceAll(/<code class="math" data-formula="(\d+)">([^<]*)<\/code>/g, (_all, index, text) => {
    const { isDisplay, isTex } = formulas[Number(index)]!
    return isDisplay ? `$$${text}$$` : isTex ? `$${text}$` : `[${text}]`
  })
}

const mathml = (attributes = ''): string =>
  `<math${attributes}><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math>`

test('a formula with separate markup for screen readers is found once, with its TeX', () => {
  const katex = `<p><span class="katex"><span class="katex-mathml">${mathml()}</span><span class="katex-html" aria-hidden="true">x2</span></span></p>`
  const container = `<p><mjx-container><mjx-math>x2</mjx-math><mjx-assistive-mml>${mathml()}</mjx-assistive-mml></mjx-container></p>`
  for (const html of [katex, container]) assert.equal(after(html), '<p>$x^2$</p>')
})

test('a formula on its own line is recognised by its MathML, its container, its script or its picture', () => {
  for (const html of [
    mathml(' display="block"'),
    `<span class="katex-display"><span class="katex">${mathml()}</span></span>`,
    `<mjx-container display="true">${mathml()}</mjx-container>`,
    '<div class="MathJax_Display">x2</div><script type="math/tex; mode=display">x^2</script>',
    '<img class="mwe-math-fallback-image-display" alt="x^2">',
  ])
    assert.equal(after(`<section>${html}</section>`), '<section>$$x^2$$</section>')
})

test('the delimiters in the alternative text of a picture are no part of its formula', () => {
  const picture = (alt: string): string => after(`<p><img class="ql-img-inline-formula" alt="${alt}"></p>`)
  assert.equal(picture('$x^2$'), '<p>$x^2$</p>')
  assert.equal(picture('\\[ x^2 \\]'), '<p>$$x^2$$</p>')
  assert.equal(after('<section><code class="math">$$x^2$$</code></section>'), '<section>$$x^2$$</section>')
})

test('the picture of a formula is replaced with its TeX', () => {
  const html = `<p><span class="mwe-math-element"><span style="display: none;">${mathml()}</span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^{2}}"></span></p>`
  assert.equal(after(html), '<p>$x^2$</p>')
  assert.equal(
    after('<p><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^{2}}"></p>'),
    '<p>$x^{2}$</p>',
  )
})

test('TeX in a script is found, and its rendered copy is left out', () => {
  const html =
    '<p><span class="MathJax_Preview">x2</span><span class="MathJax">x2</span><script type="math/tex">x^2</script></p>'
  assert.equal(after(html), '<p>$x^2$</p>')
  assert.equal(after('<p><script type="math/mml"><math><mi>y</mi></math></script></p>'), '<p>[y]</p>')
})

const MATHJAX_2 = {
  'MathML in an attribute': `<span class="MathJax" id="E-1-Frame" data-mathml="${mathml().replaceAll('"', '&quot;')}"><nobr aria-hidden="true">x2</nobr></span>`,
  'MathML for screen readers': `<span class="mjx-chtml MathJax_CHTML"><span class="mjx-math" aria-hidden="true">x2</span><span class="MJX_Assistive_MathML">${mathml()}</span></span>`,
  'a box around the drawing': `<div class="MathJax_SVG_Display"><span class="MathJax_SVG" data-mathml="<math><mi>x</mi></math>"><svg></svg></span></div>`,
  'a drawing alone': '<span class="MathJax">x2</span>',
  'KaTeX instead of MathJax': `<span class="katex"><span class="katex-mathml">${mathml()}</span></span>`,
}

for (const [form, drawing] of Object.entries(MATHJAX_2)) {
  test(`a formula that is drawn and stated in a script is found once: ${form}`, () => {
    const preview = '<span class="MathJax_Preview"><math><mi>x</mi></math></span>'
    const script = '<script type="math/tex" id="E-1">x^2</script>'
    const display = form === 'a box around the drawing' ? '$$x^2$$' : '$x^2$'
    assert.equal(
      after(`<section>${preview}${drawing}\n${script}, so</section>`).replace('\n', ''),
      `<section>${display}, so</section>`,
    )
    const twice = after(`<section>${drawing}${script}${drawing}${script}</section>`)
    assert.equal(twice, `<section>${display}${display}</section>`)
  })
}

test('a drawing without its script is not lost before another one with a script', () => {
  const html = `<p>${MATHJAX_2['MathML in an attribute']} ${MATHJAX_2['a drawing alone']}<script type="math/tex">y</script></p>`
  assert.equal(after(html), '<p>$x^2$ $y$</p>')
})

test('MathML without TeX gets a text form on one line', () => {
  const html =
    '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup></math>'
  assert.equal(after(`<p>${html}</p>`), '<p>[(a+b)/2=c^2]</p>')
})

test('pictures and scripts of other kinds stay', () => {
  const html = '<p><img class="math-teacher" alt="Ms Hypatia"><script>1</script></p>'
  assert.equal(after(html), html)
})

const RENDERER = '<script src="https://cdn.example/mathjax@3/tex-mml-chtml.js"></script>'

test('TeX between delimiters is found on pages that load a TeX renderer', () => {
  const cases = [
    [String.raw`<p>Let \(x^2\) be`, '<p>Let $x^2$ be</p>'],
    [String.raw`<p>So \[a &lt; b\] holds`, '<p>So $$a &lt; b$$ holds</p>'],
    ['<p>So $$a_1$$ holds', '<p>So $$a_1$$ holds</p>'],
    ['<p>Let $n$ and $x_i$ be', '<p>Let $n$ and $x_i$ be</p>'],
    [String.raw`<p>\begin{align}a&amp;=b\end{align}`, String.raw`<p>$$\begin{align}a&amp;=b\end{align}$$</p>`],
  ] as const
  for (const [html, expected] of cases) assert.equal(after(RENDERER + html), RENDERER + expected)
  assert.equal(after('<p><span class="math inline">x^2</span></p>'), '<p>$x^2$</p>')
})

test('prices, code and pages without a TeX renderer are not changed', () => {
  const plain = [
    '<p>It costs $5 and $6 a day, or US$7.</p>',
    '<p>$HOME and $PATH are set</p>',
    String.raw`<pre>\(x^2\) $y_1$</pre>`,
  ]
  for (const html of plain) {
    const tree = parseHtmlFragment(RENDERER + html)
    assert.deepEqual(findFormulas(tree), [], html)
  }
  const html = String.raw`<p>\(x^2\) $y_1$</p>`
  assert.equal(after(html), html)
})

test('the TeX or MathML in an attribute is the source of a formula', () => {
  const drawn = '<span class="katex"><span class="katex-html" aria-hidden="true">x2</span></span>'
  for (const html of [
    `<span class="math-inline" data-math="x^2">${drawn}</span>`,
    `<span data-latex="$x^2$"><svg><path d="M0"></path></svg></span>`,
    `<span data-tex="\\(x^2\\)">x2</span>`,
    `<span class="ql-formula" data-value="x^2">${drawn}</span>`,
    `<span class="MathJax" data-mathml="${mathml().replaceAll('"', '&quot;')}"><nobr aria-hidden="true">x2</nobr></span>`,
  ])
    assert.equal(after(`<p>a ${html} b</p>`), '<p>a $x^2$ b</p>', html)
  assert.equal(after('<div class="math-block" data-math="x^2">x2</div>'), '$$x^2$$')
  assert.equal(
    after(`<span data-latex="y">${mathml()}</span>`),
    '<span data-latex="y">$x^2$</span>',
    'MathML comes first',
  )
})

test('an attribute that only has the name of one with TeX is no formula', () => {
  for (const html of [
    '<div data-math="true"><p>Text</p></div>',
    '<div data-latex="x^2"><p>One paragraph.</p><p>Another one.</p></div>',
    '<option data-value="x^2">two</option>',
    '<p data-tex="prose without signs">Text</p>',
  ])
    assert.equal(after(html), html)
})

test('a formula without source keeps its visible text, otherwise its spoken label', () => {
  assert.match(
    after('<p><span class="katex"><span class="katex-html" aria-hidden="true">ϕ=k</span></span></p>'),
    /<span class="katex-html">ϕ=k</,
  )
  for (const html of [
    '<mjx-container jax="SVG" aria-label="phi = k"><svg aria-hidden="true"><path d="M0"></path></svg></mjx-container>',
    '<span class="mathjax" role="math" aria-label="phi = k"><svg><path d="M0"></path></svg></span>',
  ])
    assert.match(after(`<p>We set ${html} here.</p>`), /^<p>We set <[^>]+>phi = k<\/[\w-]+> here\.<\/p>$/)
})

test('the label of a hidden formula, and text that the page hides in one, stay hidden', () => {
  for (const html of [
    '<span role="math" aria-label="x" style="display:none"><svg></svg></span>',
    '<span role="math" hidden="" aria-label="x"></span>',
    '<span role="math"><b style="display:none">x</b></span>',
    '<span aria-label="x"><svg></svg></span>',
  ])
    assert.equal(after(html), html)
})

const altOf = (src: string, alt = '') => / alt="([^"]*)"/.exec(after(`<p><img src="${src}" alt="${alt}"></p>`))?.[1]

test('the picture of a formula service has its TeX as alternative text', () => {
  for (const src of [
    'https://latex.codecogs.com/svg.image?\\inline&amp;space;\\dpi{120}&amp;space;x%5E2+y',
    'https://latex.codecogs.com/gif.latex?x^2&amp;space;y',
    'https://s0.wp.com/latex.php?latex=x%5E2+y&amp;bg=ffffff&amp;fg=000',
    'https://chart.googleapis.com/chart?cht=tx&amp;chl=x%5E2+y',
    'https://www.zhihu.com/equation?tex=x%5E2+y',
    'https://i.upmath.me/svg/x%5E2%20y',
  ])
    assert.equal(altOf(src, 'formula')?.replace('+', ' '), 'x^2 y', src)
  assert.equal(altOf('https://wikimedia.org/api/rest_v1/media/math/render/svg/0a', '{\\displaystyle x^2}'), 'x^2')
  assert.equal(altOf('https://a.example/latex-gloves.jpg', 'Gloves'), 'Gloves')
})

test('fifty thousand nested and adjacent boxes with names of formulas take less than five seconds', () => {
  const tree = parseHtmlFragment(
    '<span role="math" data-latex="true">'.repeat(400) + '<i class="katex" role="math">x</i>'.repeat(50_000),
  )
  const before = process.threadCpuUsage()
  findFormulas(tree)
  assert.ok(threadMillisecondsSince(before) < 5000)
})
