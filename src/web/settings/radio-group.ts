import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'

interface RadioOption {
  readonly value: string
  readonly label: string
  /** picture beside the label, such as a sample of a font */
  readonly sign?: Child
}

interface RadioGroup {
  readonly name: string
  readonly legend: string
  readonly options: readonly RadioOption[]
  readonly current: string
}

/** @returns a group of radio buttons. Their labels are large enough for touch screens. */
export function radioGroup({ name, legend, options, current }: RadioGroup): Html {
  return html`
    <fieldset class="radios">
      <legend>${legend}</legend>
      <div class="radio-options">${options.map((one) => radioOption(name, one, one.value === current))}</div>
    </fieldset>
  `
}

function radioOption(name: string, { value, label, sign }: RadioOption, isChosen: boolean): Html {
  const id = `${name}-${value}`
  return html`
    <div class="radio-option">
      <input type="radio" id="${id}" name="${name}" value="${value}" ?checked="${isChosen}">
      <label for="${id}">${sign}<span>${label}</span></label>
    </div>
  `
}
