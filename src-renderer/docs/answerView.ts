import { jsonPieces } from '../components/jsonPieces.ts'
import { formatBytes } from '../format/bytes.ts'
import { copyOnPress } from './copyPress.ts'
import { element } from './element.ts'
import { explainExtra } from './extraText.ts'
import { printJson } from './printJson.ts'

/** An answer as it came over the wire. */
export type WireAnswer = {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly body: string
  /** From the request's start to the last byte. */
  readonly milliseconds: number
}

/** Of the printed text; what is copied is whole. */
const MAX_SHOWN = 200_000
/** Longer texts are drawn without colours: a piece each would slow the page down. */
const MAX_COLOURED = 60_000
const SHOWN_HEADERS = ['X-API-Version', 'X-Request-Id', 'Allow', 'Retry-After'] as const

function colouredJson(text: string): (Node | string)[] {
  if (text.length > MAX_COLOURED) return [text]
  return jsonPieces(text).map(({ kind, text: piece }) => {
    if (kind === 'plain') return piece
    const span = element('span', '', piece)
    span.dataset.kind = kind
    return span
  })
}

/** `422 Unprocessable Entity`, in words for the ear and the eye. */
export function outcomeText({ status, statusText, milliseconds, body }: WireAnswer): string {
  const time = milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds))
  return `${status} ${statusText} in ${time} ms, ${formatBytes(new Blob([body]).size)}`.replace('  ', ' ')
}

function metaList({ headers, body }: WireAnswer): HTMLElement {
  const list = element('dl', 'meta')
  for (const name of SHOWN_HEADERS) {
    const value = headers.get(name)
    if (value !== null) list.append(element('div', '', element('dt', '', name), element('dd', '', value)))
  }
  const extra = explainExtra(body)
  if (extra) list.append(element('div', '', element('dt', '', '@extra'), element('dd', '', extra)))
  return list
}

/** Draws an answer into `place`, instead of what stood there. */
export function showAnswer(place: HTMLElement, answer: WireAnswer, what: string): void {
  const { text, left } = printJson(answer.body, MAX_SHOWN)
  const copy = element('button', 'quiet', 'Copy answer')
  copy.type = 'button'
  copyOnPress(copy, () => (left > 0 ? printJson(answer.body).text : text))
  const pre = element('pre', '', element('code', '', ...colouredJson(text)))
  pre.tabIndex = 0
  pre.setAttribute('role', 'region')
  pre.setAttribute('aria-label', `Answer of ${what}`)
  const caption = element('figcaption', '', 'Answer', copy)
  const cut = left > 0 ? [element('p', 'cut', `${formatBytes(left)} more; Copy answer takes all of it.`)] : []
  const figure =
    answer.body === ''
      ? element('p', 'none', 'The answer has no body.')
      : element('figure', 'code', caption, pre, ...cut)
  place.replaceChildren(metaList(answer), figure)
  place.hidden = false
}
