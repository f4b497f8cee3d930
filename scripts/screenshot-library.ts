import { paintPicture, type Palette } from './screenshot-picture.ts'

const paragraph = (text: string): string => `<p>${text}</p>`
const article = (...paragraphs: readonly string[]): string => paragraphs.map(paragraph).join('')

const WALL = article(
  'The wall at Saltmere was built by people who did not expect to see it finished. They began in a wet spring, with one cart and a rope, and every family gave a day in the week.',
  'Nobody wrote down why they did it by hand. A quarry nine miles off had machines, and the road was good. But the stones that the sea had thrown down lay in the harbour, already shaped, and it seemed wrong to leave them there.',
)

const LONG = `${WALL}
<h2>Low water</h2>
${paragraph('Work began two hours before the lowest tide and ended when the first boots were wet. Forty people stood in a line from the harbour to the breach and handed each stone from one pair of arms to the next.')}
<blockquote><p>You learn the weight of a thing when it has passed through forty people before it comes to you.</p></blockquote>
${paragraph('By the end of the second summer there was a number for every stone, chalked on its upper side, and a boy of eleven who knew them all.')}
<figure><table><thead><tr><th>Year</th><th>Stones</th><th>Hands</th></tr></thead><tbody><tr><td>First</td><td>1,204</td><td>38</td></tr><tr><td>Second</td><td>2,970</td><td>61</td></tr></tbody></table></figure>
<h2>What holds it</h2>
${paragraph('There is no mortar in it. A wall that the sea can move a little, the masons say, is a wall that the sea does not have to break. <a href="https://example.org/masons">Their notebooks</a> are kept in the chapel.')}
<pre><code class="language-text">course 1   217 stones   from the north
course 2   204 stones   from the north</code></pre>
${WALL.repeat(6)}`

const KETTLE = article(
  'It has one lamp and no screen. When the water is hot the lamp goes out, and that is all it ever says.',
  'The first version knew the weather, spoke four languages and updated itself at breakfast. What stayed in the end was a coil, a spring and a small wall of felt that keeps the noise in.',
  'We asked the people who tested it what they missed. Most of them had to think for a while.',
)
const GARDEN = article(
  'Eine Amsel braucht keine große Wiese. Sie braucht eine Mauer, auf der sie sitzen kann, und jemanden, der morgens die Erde umgräbt.',
  'Der kleinste Garten der Stadt misst vier mal sechs Meter. In diesem Frühling haben dort drei Paare gebrütet, und keines hat sich beschwert.',
  'Wer zusieht, lernt vor allem eines: dass sich die Geduld nicht nach der Größe des Gartens richtet.',
)
const INDEX = article(
  'Every index costs something at each write and pays something at some reads. The bill comes at once; the pay comes later, or never.',
  'A promise that nobody asks for is a wall you carry stones to for nothing. So the first question is not how fast a query could be, but how often anybody will wait for it.',
  'Below are nine indexes of one table. Four of them were never read in a year.',
)
const MARGINS = article(
  'A wide margin is not empty. It is where the thumb goes, and the pencil, and the eye when it needs a moment.',
  'Printers once charged for paper by the sheet, and still left a third of it white. They knew something about readers that a screen without edges forgets.',
)
const BREAD = article(
  'At nineteen degrees a starter needs eleven hours; at twenty-four it needs six. The recipe says “overnight” and means a kitchen with a stove that never goes out.',
  'Put the bowl on the shelf above the radiator, by the inner wall, and look at the dough and not at the clock.',
)
const TRAIN = article(
  'It leaves at 22.48 with two carriages, a mail van and, on most nights, nine people. The guard knows seven of them by name.',
  'When the line was to be closed, the town of Harrow Wall wrote four hundred letters. The answer came by train.',
)

/** Colours of each picture. The keys are the names of the pictures. */
const PALETTES: Readonly<Record<string, Palette>> = {
  harbour: {
    sky: [
      [246, 214, 178],
      [250, 238, 219],
    ],
    hills: [
      [140, 170, 176],
      [86, 128, 142],
      [45, 86, 105],
      [24, 52, 70],
    ],
    sun: [0.7, 0.3, [236, 132, 92]],
  },
  garden: {
    sky: [
      [186, 218, 214],
      [236, 243, 226],
    ],
    hills: [
      [160, 188, 138],
      [112, 152, 96],
      [66, 110, 70],
      [38, 74, 52],
    ],
  },
  bread: {
    sky: [
      [244, 226, 196],
      [250, 242, 226],
    ],
    hills: [
      [226, 188, 136],
      [204, 150, 92],
      [160, 104, 60],
      [104, 64, 42],
    ],
    sun: [0.24, 0.26, [250, 206, 120]],
  },
  train: {
    sky: [
      [34, 38, 66],
      [98, 84, 120],
    ],
    hills: [
      [70, 62, 98],
      [50, 46, 78],
      [34, 32, 58],
      [18, 18, 36],
    ],
    sun: [0.62, 0.22, [244, 232, 204]],
  },
}

/** The pictures as PNG files. The keys are their names. */
export const PICTURES: ReadonlyMap<string, Buffer> = new Map(
  Object.entries(PALETTES).map(([name, palette], index) => [name, paintPicture(index * 2.4 + 1, palette)]),
)

interface LibraryEntry {
  /** fields for the API request that saves the article (contract, section 2.2) */
  readonly fields: Readonly<Record<string, unknown>>
  /** name of the article's picture in `PICTURES` */
  readonly picture?: string
}

export const LIBRARY: readonly LibraryEntry[] = [
  {
    picture: 'harbour',
    fields: {
      url: 'https://harbour.example/wall',
      title: 'Forty people, one wall: how a harbour town rebuilt itself by hand',
      content: LONG,
      tags: 'long read, craft',
      starred: 1,
      language: 'en',
      authors: 'Ines Marlow',
      published_at: '2026-09-12',
    },
  },
  {
    fields: {
      url: 'https://quietmachines.example/kettle',
      title: 'The kettle that learned to wait',
      content: KETTLE.repeat(3),
      tags: 'design',
      language: 'en',
    },
  },
  {
    picture: 'garden',
    fields: {
      url: 'https://garten.example/amseln',
      title: 'Über die Größe kleiner Gärten und die Geduld der Amseln',
      content: GARDEN.repeat(8),
      tags: 'garten',
      language: 'de',
    },
  },
  {
    fields: {
      url: 'https://notes.example/indexing',
      title: 'Every index is a promise about the future',
      content: INDEX.repeat(5),
      tags: 'databases, long read',
      starred: 1,
      language: 'en',
    },
  },
  {
    picture: 'bread',
    fields: {
      url: 'https://bread.example/sourdough-in-winter',
      title: 'Sourdough in winter: what changes when the kitchen is cold',
      content: BREAD.repeat(6),
      tags: 'bread',
      language: 'en',
    },
  },
  {
    fields: {
      url: 'https://paperandink.example/margins',
      title: 'In praise of wide margins',
      content: MARGINS.repeat(4),
      tags: 'typography',
      language: 'en',
    },
  },
  {
    fields: {
      url: 'https://madina.example/sur',
      title: 'أربعون شخصًا وجدار واحد',
      content: paragraph('أعاد سكان المدينة بناء جدار الميناء بأيديهم ولم يسأل أحد عن التكلفة. '.repeat(14)),
      language: 'ar',
    },
  },
  {
    picture: 'train',
    fields: {
      url: 'https://trains.example/night',
      title: 'The last night train north of the river, and the people who still take it',
      content: TRAIN.repeat(9),
      language: 'en',
    },
  },
  {
    fields: {
      url: 'https://umi.example/ishigaki',
      title: '海辺の町の石垣',
      content: paragraph('町の人々は毎週土曜日に集まり、手から手へ石を渡して、古い石垣を直した。'.repeat(12)),
      archive: 1,
      language: 'ja',
    },
  },
  {
    fields: {
      url: 'https://quietmachines.example/clock',
      title: 'A clock without a second hand',
      content: KETTLE.repeat(2),
      tags: 'design',
      archive: 1,
      language: 'en',
    },
  },
]
