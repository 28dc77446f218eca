import { useState } from 'react'
import { hintHost, useHints } from '../api/hints.ts'
import { useNetwork } from '../api/network.tsx'
import { useAction } from '../hooks/useAction.ts'
import { readHintsDeclined, writeHintsDeclined } from '../settings/localSettings.ts'
import { Button } from './Button.tsx'
import styles from './HintOffer.module.css'
import { LastAction } from './LastAction.tsx'

type HintOfferProps = {
  /** What the server learns: "this hash", "this address". */
  readonly sent: string
  /** What it is asked for: "where the transaction is". */
  readonly asked: string
}

/**
 * Asks once for each network whether a public index can be asked where things are. Nothing is sent to it before the user
 * allows it. Shows nothing where no public index is known, or the question was answered.
 */
export function HintOffer({ sent, asked }: HintOfferProps) {
  const { id } = useNetwork()
  const { settings, change } = useHints()
  const [isDeclined, setIsDeclined] = useState(() => readHintsDeclined(id))
  const { state, working, run } = useAction()
  if (!settings || settings.url !== null || settings.proposed === null || isDeclined) return null
  const { proposed } = settings
  const host = hintHost(proposed)
  const decline = () => {
    writeHintsDeclined(id)
    setIsDeclined(true)
  }
  return (
    <section className={styles.offer} aria-label={`Ask ${host}`}>
      <p className={styles.question}>
        Ask {host} {asked}?
      </p>
      <p className={styles.note}>
        It learns {sent}, those that you look for later, and your internet address. What it answers only says
        where to look: all that is shown is read from liteservers and proved.
      </p>
      <div className={styles.actions}>
        <Button
          tone="main"
          disabled={working}
          onClick={() => run(`allowing ${host}`, change({ url: proposed }), () => undefined)}
        >
          Allow
        </Button>
        <Button disabled={working} onClick={decline}>
          Not now
        </Button>
      </div>
      <LastAction state={state} brief />
    </section>
  )
}
