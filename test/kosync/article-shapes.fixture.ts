/** Parts of articles that are written to a book in different ways. `n` makes their texts distinct. */
const PARTS: readonly ((n: number) => string)[] = [
  (n) => `<p>Plain ${n} with <b>bold ${n}</b> and a <a href="https://e.org/${n}">link</a> in it.</p>`,
  (n) => `<h2>Heading ${n}</h2><p><em>Emphasis ${n}</em> at the start.</p>`,
  (n) => `<ul><li>Item ${n}a</li><li><p>Item ${n}b</p><ul><li>Inner ${n}c</li></ul> after ${n}</li></ul>`,
  (n) => `<ol start="3"><li>Step ${n}</li><li>Step ${n} two<br>second line ${n}</li></ol>`,
  (n) => `<blockquote><p>Quote ${n}</p><p>More quote ${n}</p></blockquote><p>After the quote ${n}</p>`,
  (n) => `<blockquote>Bare quote ${n}</blockquote><p>After the bare quote ${n}</p>`,
  (n) => `<pre><code>code ${n}\n  &lt;indent&gt; ${n}\n</code></pre><p>After code ${n}</p>`,
  (n) =>
    `<table><caption>${n} caption of a table</caption><tfoot><tr><td>Foot ${n}</td></tr></tfoot><thead><tr><th>Head ${n}</th></tr></thead>` +
    `<tbody><tr><td><p>Cell ${n}</p></td></tr><tr><td>Cell ${n} two</td></tr></tbody></table><p>After the table ${n}</p>`,
  (n) =>
    `<figure><img src="https://e.org/${n}.png" alt="Picture ${n}"><figcaption>Caption ${n}</figcaption></figure><p>After ${n}</p>`,
  (n) => `<dl><dt>Term ${n}</dt><dd>Meaning ${n}</dd><dt>Term ${n} two</dt><dd><p>Meaning ${n} two</p></dd></dl>`,
  (n) => `<div><div><p>Deep ${n}</p></div><section><p>Section ${n}</p></section></div>`,
  (n) => `<p>Formula ${n} <math><mi>x</mi><mo>=</mo><mn>${n}</mn></math> inside</p>`,
  (n) => `<p lang="ja"><ruby>漢${n}<rt>かん</rt></ruby>字を読む ${n}</p><p dir="rtl">שלום ${n}</p>`,
  (n) => `<details><summary>Summary ${n}</summary><p>Hidden ${n}</p></details><hr><p>After the rule ${n}</p>`,
  (n) => `<a href="https://e.org/${n}"><h3>Linked heading ${n}</h3><p>Linked text ${n}</p></a>`,
  (n) => `<p>Note ${n}<sup><a href="#fn-${n}">1</a></sup></p><p>A &amp; B &lt; C ${n} &quot;quoted&quot;</p>`,
  (n) => `Bare text ${n} <b>bold ${n}</b><br>second line ${n}<p>After bare text ${n}</p>`,
  (n) => `<p>Many <i>${Array.from({ length: 40 }, (_, i) => `word${n}${i}`).join(' ')}</i> words ${n}</p>`,
  (n) =>
    `<h4>Code <code>f(${n})</code></h4><p><img src="https://e.org/inline${n}.png" alt="inline ${n}"> text ${n}</p>`,
  (n) => `<ul><li><h3>Head of item ${n}</h3><p>Text of item ${n}</p><pre>pre ${n}</pre></li></ul>`,
]

/** @returns the HTML of an article; each number gives another selection and order of parts */
export function articleOfShape(number: number): string {
  const count = 3 + (number % 6)
  const step = 1 + (number % 7)
  return Array.from({ length: count }, (_, place) => {
    const part = PARTS[(number + place * step) % PARTS.length]!
    return part(number * 100 + place)
  }).join('')
}
