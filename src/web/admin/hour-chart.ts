import { html, type Html } from '../../kernel/html.ts'

/** The values of a chart that belong together. */
interface ChartSeries {
  /** colour of the bars */
  readonly kind: 'main' | 'second' | 'alarm'
  /** name in the legend; absent if the chart has no other series */
  readonly name?: string
  /** a value for each hour; undefined if there was no measurement */
  readonly values: readonly (number | undefined)[]
}

interface HourChart {
  readonly title: string
  /** the most important figures */
  readonly summary: string
  /** names of the hours, such as 14:00 */
  readonly hours: readonly string[]
  /** series whose bars are drawn one over the other, so the longer ones come first */
  readonly series: readonly ChartSeries[]
  /** true if the bar of a series begins where that of the next one ends */
  readonly isStacked?: boolean
  /** @returns a value with its unit */
  readonly textOf: (value: number) => string
}

/** Sizes in the drawing, which is stretched to the width of the page. A value of 0 gets a line, a missing one nothing. */
const [COLUMN, GAP, HEIGHT, LEAST] = [12, 2, 64, 0.75]

/**
 * @returns a bar chart with one column for each hour. Screen readers read its title and summary; a table has the values.
 */
export function hourChart({ title, summary, hours, series, isStacked = false, textOf }: HourChart): Html {
  const lengths = isStacked ? stacked(series) : series
  const most = Math.max(1e-9, ...lengths.flatMap(({ values }) => values.filter((value) => value !== undefined)))
  const heightOf = (value: number) => Math.max(LEAST, (value / most) * (HEIGHT - 2))
  const column = (index: number): Html => {
    const texts = series.map(({ name, values }) => {
      const value = values[index]
      return value === undefined ? '' : `${name === undefined ? '' : `${name} `}${textOf(value)}`
    })
    const bars = lengths.map(({ kind, values }, position) => {
      const value = values[index]
      if (value === undefined || (value === 0 && isStacked && position > 0)) return null
      const height = heightOf(value)
      const [x, y] = [index * COLUMN + GAP / 2, HEIGHT - height]
      return html`<rect class="bar-${kind}" x="${x}" y="${y.toFixed(2)}" width="${COLUMN - GAP}" height="${height.toFixed(2)}" />`
    })
    return html`<g><title>${hours[index]!}: ${texts.filter((text) => text !== '').join(', ') || '–'}</title>${bars}</g>`
  }
  return html`
    <figure class="chart">
      <figcaption>
        <h3>${title}</h3>
        <p class="meta">${summary}</p>
      </figcaption>
      <svg
        viewBox="0 0 ${hours.length * COLUMN} ${HEIGHT}"
        preserveAspectRatio="none"
        role="img"
        aria-label="${title}: ${summary}"
      >
        ${hours.map((_, index) => column(index))}
      </svg>
      <p class="chart-hours" aria-hidden="true">
        ${[0, hours.length / 2, hours.length - 1].map((index) => html`<span>${hours[index]!}</span>`)}
      </p>
      ${series.length > 1 && legend(series)}
    </figure>
  `
}

/** @returns the series with the sums of their values and those of the series after them */
function stacked(series: readonly ChartSeries[]): readonly ChartSeries[] {
  return series.map(({ kind, values }, first) => ({
    kind,
    values: values.map((value, hour) => {
      const above = series.slice(first + 1).reduce((sum, one) => sum + (one.values[hour] ?? 0), 0)
      return value === undefined ? undefined : value + above
    }),
  }))
}

function legend(series: readonly ChartSeries[]): Html {
  return html`
    <ul class="chart-legend">${series.map(({ kind, name }) => html`<li class="legend-${kind}">${name ?? ''}</li>`)}</ul>
  `
}
