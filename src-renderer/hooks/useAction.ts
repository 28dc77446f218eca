import { useState } from 'react'
import { messageOf } from '#shared/messageOf.ts'

/** State of the last command of a page. */
export type ActionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'working'; readonly what: string }
  | { readonly kind: 'done'; readonly what: string }
  | { readonly kind: 'failed'; readonly what: string; readonly reason: string }

export type Action = {
  readonly state: ActionState
  readonly working: boolean
  /**
   * @param what "making 10 blocks": shown while the command runs, and with "failed"
   * @param done returns the text about the result, or undefined if the page shows the result
   */
  readonly run: <Answer>(
    what: string,
    work: Promise<Answer>,
    done: (answer: Answer) => string | undefined,
  ) => void
}

/** Keeps the state of the last command. */
export function useAction(): Action {
  const [state, setState] = useState<ActionState>({ kind: 'idle' })
  return {
    state,
    working: state.kind === 'working',
    run(what, work, done) {
      setState({ kind: 'working', what })
      work.then(
        (answer) => {
          const said = done(answer)
          setState(said === undefined ? { kind: 'idle' } : { kind: 'done', what: said })
        },
        (error: unknown) => setState({ kind: 'failed', what, reason: messageOf(error) }),
      )
    },
  }
}
