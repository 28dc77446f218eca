import { formatTon } from '#shared/ton/amount.ts'
import { type MessageValue, totalValue, valueParts } from '../../decode/messageValue.ts'
import { messageWords, stepWords, type TraceStep } from '../../decode/traceModel.ts'
import { COIN } from '../../format/coin.ts'
import { digitGroups } from '../../format/digitGroups.ts'
import type { GraphItem } from './graphItem.ts'
import { textWidth } from './textWidth.ts'

/** The lines of the label of a message: one above the line that is the message, one below it. */
export type EdgeLabel = { readonly above: string; readonly below: string | undefined }

/** Size of the labels at scale 1, in pixels. */
export const LABEL_SIZE = 12
const MAX_WORDS = 26
/** Maximum length of a label on one line. */
const ONE_LINE = 22
const THIN_SPACE = '\u2009'

/** Returns a text with at most `max` characters. */
export function shortened(text: string, max: number): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return characters.length <= max ? characters.join('') : `${characters.slice(0, max - 1).join('')}…`
}

function grouped(number: string): string {
  const [whole = '0', fraction] = number.split('.')
  const digits = digitGroups(whole).join(THIN_SPACE)
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** Returns a value as text with gaps between thousands: `10 006.5 TON`. */
export function groupedValue(value: MessageValue): string {
  return valueParts(value)
    .map((part) =>
      part.kind === 'amount'
        ? `${grouped(formatTon(part.value))} ${COIN}`
        : `${grouped(String(part.value))} of currency ${part.id}`,
    )
    .join(' + ')
}

/** Returns the sum of the values of steps, undefined if none came from an account. */
export function valueOfSteps(steps: readonly TraceStep[]): string | undefined {
  const messages = steps.flatMap(({ view: { inMessage } }) =>
    inMessage?.source === undefined ? [] : [inMessage],
  )
  if (messages.length === 0) return undefined
  return `${steps.length > 1 ? 'Σ ' : ''}${groupedValue(totalValue(messages))}`
}

/** Returns what steps received: the words of all of them, or the kind of message where comments differ. */
export function wordsOfSteps(steps: readonly TraceStep[]): string {
  const words = new Set(steps.map(stepWords))
  const [only = ''] = words
  return words.size === 1 ? only : 'transfer'
}

function textsOf(item: GraphItem): readonly [words: string, value: string | undefined] | undefined {
  switch (item.kind) {
    case 'step':
      return [`${item.step.isReturn ? '↩ ' : ''}${wordsOfSteps(item.steps)}`, valueOfSteps(item.steps)]
    case 'unmatched': {
      const { kind, view } = item.message
      const times = item.count > 1 ? ` ×${item.count}` : ''
      return kind === 'log'
        ? [`log · ${messageWords(view)}${times}`, undefined]
        : [`${messageWords(view)}${times}`, groupedValue(view)]
    }
    case 'origin':
    case 'unsent':
    case 'chain':
      return undefined
  }
}

/** Returns the label of the message that led to an item: "operation · value", on two lines if it is long. */
export function edgeLabelOf(item: GraphItem): EdgeLabel | undefined {
  const texts = textsOf(item)
  if (!texts) return undefined
  const [words, value] = texts
  if (value === undefined) return { above: shortened(words, MAX_WORDS), below: undefined }
  const line = `${words} · ${value}`
  return line.length <= ONE_LINE
    ? { above: line, below: undefined }
    : { above: shortened(words, MAX_WORDS), below: value }
}

/** Returns the width of a label at scale 1, in pixels. */
export function labelWidth(label: EdgeLabel | undefined): number {
  if (!label) return 0
  return Math.max(textWidth(label.above, LABEL_SIZE), textWidth(label.below ?? '', LABEL_SIZE))
}
