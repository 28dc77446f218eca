import type { ActionState } from '../hooks/useAction.ts'
import { Notice } from './Notice.tsx'

type LastActionProps = {
  readonly state: ActionState
  /** Shows no progress, for actions that end at once. */
  readonly brief?: boolean
}

/** The progress and the result of an action. */
export function LastAction({ state, brief = false }: LastActionProps) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'working':
      return brief ? null : <Notice tone="plain" title={`${sentence(state.what)} …`} />
    case 'done':
      return <Notice tone="good" title={state.what} />
    case 'failed':
      return (
        <Notice tone="bad" title={`${sentence(state.what)} failed`}>
          <p>{state.reason}</p>
        </Notice>
      )
  }
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
