/** A block of a kind that extractors often lose, and what the extracted article must contain of it. */
export interface InsertedBlock {
  readonly kind: string
  readonly html: string
  /** Strings that must occur in the article's HTML or in its text. */
  readonly has: readonly string[]
  /** Strings that must occur in neither. */
  readonly lacks?: readonly string[]
  /** Regular expressions that must match the article's HTML exactly once. */
  readonly once?: readonly RegExp[]
}

const picture = (name: string, attributes = ''): string =>
  `<img src="https://pictures.example.net/${name}.jpg" width="1200" height="800" alt=""${attributes}>`
const figure = (name: string, caption: string): string =>
  `<figure>${picture(name)}<figcaption>${caption}</figcaption></figure>`
const address = (name: string): string => `https://pictures.example.net/${name}.jpg`
const SECRET = 'A line that the page hides, meant for machines and not for the people who read it.'

/** Blocks with pictures. */
const PICTURES: readonly InsertedBlock[] = [
  {
    kind: 'two pictures',
    html: `<div>${picture('quay-1')}${picture('quay-2')}</div>`,
    has: [address('quay-1'), address('quay-2')],
  },
  {
    kind: 'figures side by side',
    html: `<div class="row">${figure('quay-1', 'The quay at dawn')}${figure('quay-2', 'The quay at dusk')}</div>`,
    has: [address('quay-1'), address('quay-2'), 'The quay at dawn', 'The quay at dusk'],
  },
  {
    kind: 'pictures in columns',
    html: `<div class="cols"><div class="col"><p>${picture('quay-1')}</p></div><div class="col"><p>${picture('quay-2')}</p></div><div class="col"><p>${picture('quay-3')}</p></div></div>`,
    has: [address('quay-1'), address('quay-2'), address('quay-3')],
  },
  {
    kind: 'linked pictures',
    html: `<div class="photos">${[1, 2, 3].map((i) => `<a href="/photos/big-${i}.jpg">${picture(`quay-${i}`)}</a>`).join(' ')}</div>`,
    has: [address('quay-1'), address('quay-2'), address('quay-3')],
  },
  {
    kind: 'pictures linked to pages',
    html: `<div>${[1, 2].map((i) => `<a href="/photo/${i}/">${picture(`quay-${i}`)}</a>`).join('')}</div>`,
    has: [address('quay-1'), address('quay-2')],
  },
  {
    kind: 'before and after',
    html: `<div class="twenty"><div>${picture('before')}<span>Before</span></div><div>${picture('after')}<span>After</span></div></div>`,
    has: [address('before'), address('after')],
  },
  {
    kind: 'table of pictures',
    html: `<table><tr><td>${picture('quay-1')}</td><td>${picture('quay-2')}</td></tr><tr><td>${picture('quay-3')}</td><td>${picture('quay-4')}</td></tr></table>`,
    has: [1, 2, 3, 4].map((i) => address(`quay-${i}`)),
  },
  {
    kind: 'slides',
    html: `<div class="slider"><ul class="slides">${['fore', 'main', 'mizzen'].map((name) => `<li class="slide"><h3>The ${name} mast</h3>${picture(name)}<p>The ${name} mast was replaced last year.</p></li>`).join('')}</ul></div>`,
    has: ['fore', 'main', 'mizzen'].flatMap((name) => [
      address(name),
      `The ${name} mast was replaced`,
      `>The ${name} mast<`,
    ]),
  },
  {
    kind: 'picture list',
    html: `<ul>${[1, 2, 3].map((i) => `<li>${picture(`quay-${i}`)}<p>Berth number ${i}</p></li>`).join('')}</ul>`,
    has: [1, 2, 3].flatMap((i) => [address(`quay-${i}`), `Berth number ${i}`]),
  },
  {
    kind: 'picture in a button',
    html: `<figure><button type="button" class="zoom" aria-label="Enlarge">${picture('chart')}<span class="icon">Zoom</span></button><figcaption>The chart of the bay</figcaption></figure>`,
    has: [address('chart'), 'The chart of the bay'],
    once: [/The chart of the bay/g, /chart\.jpg/g],
  },
  {
    kind: 'noscript before a lazy picture',
    html: `<div class="media"><noscript>${picture('lazy')}</noscript><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="https://pictures.example.net/lazy.jpg" alt=""></div>`,
    has: [address('lazy')],
    once: [/lazy\.jpg/g],
  },
  {
    kind: 'noscript after a lazy picture',
    html: `<p><img class="lazy" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-lazy-src="https://pictures.example.net/lazy.jpg" alt=""><noscript>${picture('lazy')}</noscript></p>`,
    has: [address('lazy')],
    once: [/lazy\.jpg/g],
  },
  {
    kind: 'unknown lazy attribute',
    html: `<figure><img src="data:image/svg+xml;base64,PHN2Zy8+" nitro-lazy-srcset="https://pictures.example.net/far.jpg 1200w, https://pictures.example.net/far-s.jpg 300w" alt=""></figure>`,
    has: ['https://pictures.example.net/far'],
  },
]

const LISTS: readonly InsertedBlock[] = [
  {
    kind: 'list with boxes',
    html: `<ul><li><div>a pair of <a href="/shop/gloves">gloves</a></div></li><li><div>matches</div></li><li><div>lamp oil</div></li></ul>`,
    has: ['gloves', 'matches', 'lamp oil'],
  },
  {
    kind: 'list with check boxes',
    html: `<ul class="ingredients"><li><label><input type="checkbox"> 2 onions</label></li><li><label><input type="checkbox"> 1 l water</label></li><li><label><input type="checkbox"> 300 g potatoes</label></li></ul>`,
    has: ['2 onions', '1 l water', '300 g potatoes'],
  },
  {
    kind: 'nested list',
    html: `<ul><li>Ropes<ul><li>two of hemp</li><li>one of wire</li></ul></li><li>Flags</li></ul>`,
    has: ['Ropes', 'two of hemp', 'one of wire', 'Flags'],
  },
  {
    kind: 'steps',
    html: `<ol><li>Close the valve.</li><li>Open the hatch.</li><li>Pump.</li><li>Close the hatch before you open the valve again.</li></ol>`,
    has: ['Close the valve.', 'Open the hatch.', 'Pump.', 'Close the hatch'],
  },
  {
    kind: 'list of links',
    html: `<ul><li><a href="/wiki/Bow">Bow</a>, the front of a vessel</li><li><a href="/wiki/Stern">Stern</a></li><li><a href="/wiki/Keel">Keel</a></li><li><a href="/wiki/Mast">Mast</a></li></ul>`,
    has: ['Bow', 'Stern', 'Keel', 'Mast'],
  },
  {
    kind: 'definitions',
    html: `<dl><dt>Port</dt><dd>The left side.</dd><dt>Starboard</dt><dd>The right side.</dd></dl>`,
    has: ['Port', 'The left side.', 'Starboard', 'The right side.'],
  },
  {
    kind: 'short table',
    html: `<table><tr><th>Day</th><th>Low water</th></tr><tr><td>Monday</td><td>06:12</td></tr><tr><td>Tuesday</td><td>07:03</td></tr></table>`,
    has: ['Low water', 'Monday', '06:12', 'Tuesday', '07:03', '<table'],
  },
  {
    kind: 'timetable with times',
    html: `<table><tr><th>Pier</th><th>Leaves</th></tr><tr><td>North pier</td><td><time datetime="06:10">6.10 am</time></td></tr><tr><td>South pier</td><td><time datetime="07:25">7.25 am</time></td></tr></table>`,
    has: ['North pier', '6.10 am', '7.25 am'],
  },
]

const QUESTIONS: readonly InsertedBlock[] = [
  {
    kind: 'details',
    html: `<details><summary>May I bring a dog?</summary><p>Yes, on a lead, and outside of the cabin.</p></details>`,
    has: ['May I bring a dog?', 'Yes, on a lead'],
  },
  {
    kind: 'questions in buttons',
    html: `<h3><button aria-expanded="false">When does the ferry leave?</button></h3><div><p>At seven in the morning, from the southern pier only.</p></div><h3><button aria-expanded="false">What does it cost?</button></h3><div><p>Three crowns for each person.</p></div>`,
    has: ['When does the ferry leave?', 'At seven in the morning', 'What does it cost?', 'Three crowns'],
  },
  {
    kind: 'folded answers',
    html: `<div class="accordion"><div class="accordion-item"><h3><button aria-expanded="false" aria-controls="answer-a1">Is there a kitchen on board?</button></h3><div id="answer-a1" hidden><p>Yes, and it closes at nine in the evening.</p></div></div><div class="accordion-item"><h3><button aria-expanded="false" aria-controls="answer-a2">May I stand on deck?</button></h3><div id="answer-a2" hidden><p>Only while the sea is calm.</p></div></div></div>`,
    has: [
      'Is there a kitchen on board?',
      'Yes, and it closes at nine',
      'May I stand on deck?',
      'Only while the sea is calm.',
    ],
  },
  {
    kind: 'answers folded by style',
    html: `<div class="faq"><div class="q" role="button" aria-expanded="false">Is there a doctor?</div><div class="a" style="display:none"><p>There is a doctor on board on all days but Sunday.</p></div></div>`,
    has: ['Is there a doctor?', 'There is a doctor on board'],
  },
]

const TEXTS: readonly InsertedBlock[] = [
  {
    kind: 'number and link in a heading',
    html: `<div class="entry"><div class="entry-title"><span>7.</span> <h3><a href="/place/7">The lamp room</a></h3></div>${picture('lamp')}<p>The lamp room has been closed since the storm, and it will stay closed until the stairs are safe again.</p></div>`,
    has: ['>The lamp room<', 'The lamp room has been closed', address('lamp')],
  },
  {
    kind: 'heading above code',
    html: `<h4>Usage</h4><pre><code>lamp --turn 12\n  --slow</code></pre>`,
    has: ['Usage', 'lamp --turn 12\n  --slow'],
  },
  {
    kind: 'code by style',
    html: `<div style="white-space: pre; font-family: monospace">function moor(a) {\n    tie(a)\n}</div>`,
    has: ['<pre', '\n    tie(a)'],
  },
  {
    kind: 'quotation',
    html: `<blockquote>The sea gives nothing back.</blockquote>`,
    has: ['The sea gives nothing back.', '<blockquote'],
  },
  {
    kind: 'dates in a sentence',
    html: `<p>On <time datetime="2024-05-01">1 May 2024</time> the fares rose by a crown, and on <time datetime="2024-06-01">1 June</time> they fell again.</p>`,
    has: ['On', '1 May 2024', '1 June', 'they fell again'],
  },
  {
    kind: 'author in a sentence',
    html: `<p>The letter that <a rel="author" href="/people/ada">Ada Bright</a> wrote to the harbour master was found only after the flood, and nobody has answered it yet.</p>`,
    has: ['Ada Bright', 'nobody has answered'],
  },
  {
    kind: 'short paragraph',
    html: `<p>It did not.</p>`,
    has: ['It did not.'],
  },
  {
    kind: 'mail and telephone',
    html: `<p>Write to <a href="mailto:pier@example.org">the pier</a> or call <a href="tel:+4712345678">the watch</a>, and say which berth you want.</p>`,
    has: ['mailto:pier@example.org', 'tel:+4712345678'],
  },
  {
    kind: 'gauge',
    html: `<p>Water level: <meter min="0" max="10" value="7">seven metres</meter>, and the gate is <progress max="100" value="40">forty per cent closed</progress>.</p>`,
    has: ['seven metres', 'forty per cent closed'],
  },
  {
    kind: 'ruby',
    html: `<p>The oldest tale of the shore is <ruby><span aria-hidden="true">竹取</span><rt>たけとり</rt></ruby>, and every child here can tell it by heart.</p>`,
    has: ['竹取', 'たけとり'],
  },
]

const FORMULAS: readonly InsertedBlock[] = [
  {
    kind: 'formula in an attribute',
    html: `<p>The height of the wave is <span class="math" data-latex="\\phi = k^2"></span> in all cases that were measured.</p>`,
    has: ['<math', 'ϕ'],
  },
  {
    kind: 'formula with a spoken label',
    html: `<p>The height is then <span role="math" aria-label="phi equals k squared"><svg viewBox="0 0 9 9"><path d="M0 0"></path></svg></span>, as the tables show.</p>`,
    has: ['phi equals k squared'],
  },
  {
    kind: 'picture of a formula',
    html: `<p>The height is then <img src="https://latex.codecogs.com/svg.latex?x%5E2&plus;y%5E2">, as the tables show.</p>`,
    has: ['x^2'],
  },
]

/** Blocks that a page hides. None of them may come through. */
const HIDDEN: readonly InsertedBlock[] = [
  ['hidden', '<p hidden>@</p>'],
  ['display: none', '<p style="display:none">@</p>'],
  ['visibility: hidden', '<div style="visibility: hidden"><p>@</p></div>'],
  ['aria-hidden', '<p aria-hidden="true">@</p>'],
  ['screen readers only', '<p class="sr-only">@</p>'],
  ['visually hidden', '<div class="visually-hidden"><p>@</p></div>'],
  ['opacity 0', '<p style="opacity:0">@</p>'],
  ['outside of the window', '<p style="position:absolute; left:-9999px">@</p>'],
].map(([kind = '', html = '']) => ({
  kind: `hidden: ${kind}`,
  html: html.replace('@', SECRET),
  has: [],
  lacks: [SECRET],
}))

export const INSERTED_BLOCKS: readonly InsertedBlock[] = [
  ...PICTURES,
  ...LISTS,
  ...QUESTIONS,
  ...TEXTS,
  ...FORMULAS,
  ...HIDDEN,
]
