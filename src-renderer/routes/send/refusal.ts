import { computeExitText } from '../../decode/exitCodes.ts'

/** A parsed rejection of a node: a sentence, then the log of the TVM. */
export type Refusal = {
  readonly sentence: string
  /** The exit code in words, if the contract's code ran. */
  readonly exit: string | undefined
  readonly log: string | undefined
}

const MEANINGS: readonly (readonly [pattern: RegExp, meaning: string])[] = [
  [
    /Failed to unpack account state/,
    'The account does not exist yet: send it coins first, and include its state init in the message',
  ],
  [/External message was not accepted/, 'The contract didn’t accept the message'],
  [/too large/, 'The message is too large'],
  [/too deep/, 'The cells of the message are nested too deep'],
]

/** Reads the text of sendBoc's error 500. */
export function readRefusal(text: string): Refusal {
  const [first = '', ...rest] = text.split('\n')
  const code = /exitcode=(-?\d+)/.exec(text)?.[1]
  const meaning = MEANINGS.find(([pattern]) => pattern.test(text))?.[1]
  const log = rest.join('\n').trim()
  return {
    sentence: meaning === undefined ? first.replace(/:$/, '') : `${meaning} (${first.replace(/:$/, '')})`,
    exit: code === undefined ? undefined : `exit ${code}: ${computeExitText(Number(code))}`,
    log: log === '' ? undefined : log,
  }
}
