/** What the pictures of the screens show. All of it is made up. */
const paragraph = (text: string): string => `<p>${text}</p>`

const WALL = [
  'The wall at Saltmere was built by people who did not expect to see it finished. They began in a wet spring, with one cart and a rope, and every family gave a day in the week.',
  'Nobody wrote down why they did it by hand. A quarry nine miles off had machines, and the road was good. But the stones that the sea had thrown down lay in the harbour, already shaped, and it seemed wrong to leave them there.',
].map(paragraph)

const LONG = `${WALL.join('')}
<h2>Low water</h2>
${paragraph('Work began two hours before the lowest tide and ended when the first boots were wet. Forty people stood in a line from the harbour to the breach and handed each stone from one pair of arms to the next.')}
<blockquote><p>You learn the weight of a thing when it has passed through forty people before it comes to you.</p></blockquote>
${paragraph('By the end of the second summer there was a number for every stone, chalked on its upper side, and a boy of eleven who knew them all.')}
<figure><table><thead><tr><th>Year</th><th>Stones</th><th>Hands</th></tr></thead><tbody><tr><td>First</td><td>1,204</td><td>38</td></tr><tr><td>Second</td><td>2,970</td><td>61</td></tr></tbody></table></figure>
<h2>What holds it</h2>
${paragraph('There is no mortar in it. A wall that the sea can move a little, the masons say, is a wall that the sea does not have to break. <a href="https://example.org/masons">Their notebooks</a> are kept in the chapel.')}
<pre><code class="language-text">course 1   217 stones   from the north
course 2   204 stones   from the north</code></pre>
${WALL.join('').repeat(6)}`

const short = WALL.join('').repeat(4)

export const LIBRARY: readonly Readonly<Record<string, unknown>>[] = [
  {
    url: 'https://harbour.example/wall',
    title: 'Forty people, one wall: how a harbour town rebuilt itself by hand',
    content: LONG,
    tags: 'long read, craft',
    starred: 1,
    language: 'en',
    authors: 'Ines Marlow',
    published_at: '2026-09-12',
  },
  {
    url: 'https://quietmachines.example/kettle',
    title: 'The kettle that learned to wait',
    content: short,
    tags: 'design',
    language: 'en',
  },
  {
    url: 'https://garten.example/amseln',
    title: 'Über die Größe kleiner Gärten und die Geduld der Amseln',
    content: short.repeat(2),
    tags: 'garten',
    language: 'de',
  },
  {
    url: 'https://notes.example/indexing',
    title: 'Every index is a promise about the future',
    content: short,
    tags: 'databases, long read',
    starred: 1,
    language: 'en',
  },
  {
    url: 'https://umi.example/ishigaki',
    title: '海辺の町の石垣',
    content: paragraph('町の人々は毎週土曜日に集まり、手から手へ石を渡して、古い石垣を直した。'.repeat(12)),
    language: 'ja',
  },
  {
    url: 'https://paperandink.example/margins',
    title: 'In praise of wide margins',
    content: short,
    tags: 'typography',
    language: 'en',
  },
  {
    url: 'https://bread.example/sourdough-in-winter',
    title: 'Sourdough in winter: what changes when the kitchen is cold',
    content: short,
    tags: 'bread',
    language: 'en',
  },
  {
    url: 'https://madina.example/sur',
    title: 'أربعون شخصًا وجدار واحد',
    content: paragraph('أعاد سكان المدينة بناء جدار الميناء بأيديهم ولم يسأل أحد عن التكلفة. '.repeat(14)),
    language: 'ar',
  },
  {
    url: 'https://trains.example/night',
    title: 'The last night train north of the river, and the people who still take it',
    content: short,
    language: 'en',
  },
]
