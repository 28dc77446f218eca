import type { NetworkEntry } from '#shared/schema/networks.ts'
import { Figure } from '../../components/Amount.tsx'
import styles from './NetworkList.module.css'
import { STATE_WORDS } from './networkWords.ts'

/** The state of a network: its head while it runs, otherwise a word. */
export function NetworkState({ entry: { state, head, progress, error } }: { readonly entry: NetworkEntry }) {
  return (
    <span className={styles.state} data-state={state} title={error ?? progress ?? undefined}>
      {state === 'running' && head ? (
        <>
          <span className="visually-hidden">running, block </span>
          <Figure value={head.seqno} />
        </>
      ) : (
        STATE_WORDS[state]
      )}
    </span>
  )
}
