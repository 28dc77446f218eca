import { Link, useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNetwork } from '../../api/network.tsx'
import { type BlockSearchState, useBlockSearch } from '../../api/searchBlocks.ts'
import { Figure } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { HintOffer } from '../../components/HintOffer.tsx'
import progress from '../../components/JobProgress.module.css'
import notIndexed from '../../components/NotIndexed.module.css'
import { shortHash } from '../../format/shorten.ts'
import { otherLinkNetwork } from '../../search/linkNetwork.ts'
import { readQuery } from '../../search/readQuery.ts'
import styles from './UnknownHash.module.css'

/** Number of masterchain blocks that a search looks through. */
const DEPTH = 300

type UnknownHashProps = {
  /** In hexadecimal. */
  readonly hash: string
  readonly onFound: () => unknown
}

/** Shown for a hash that the index does not have, while it lacks blocks: why, and the ways to find it. */
export function UnknownHash({ hash, onFound }: UnknownHashProps) {
  return (
    <div className={notIndexed.box}>
      <SearchX aria-hidden="true" size={20} strokeWidth={1.5} />
      <p className={notIndexed.headline}>Nothing known here has the hash {shortHash(hash)}</p>
      <p className={notIndexed.quiet}>
        Liteservers find a transaction only by its account and logical time, so that a hash alone is found
        only in blocks that are indexed or searched here.
      </p>
      <BlockSearchControl hash={hash} onFound={onFound} />
      <HintOffer sent="this hash" asked="where the transaction is" />
      <LinkForm />
      <p className={notIndexed.quiet}>
        If you know the account, <Link to="/watched">watch it</Link>: its history is then kept here. Or{' '}
        <Link to="/index">index older blocks</Link>.
      </p>
    </div>
  )
}

/** Starts, shows and stops a search of the newest blocks. */
function BlockSearchControl({ hash, onFound }: UnknownHashProps) {
  const { state, start, stop } = useBlockSearch(hash, onFound)
  const isSearching = state.kind === 'searching'
  return (
    <div className={styles.search}>
      {isSearching && state.total !== undefined && (
        <progress
          className={progress.progress}
          value={state.searched / Math.max(1, state.total)}
          aria-label="Searched blocks"
        />
      )}
      <p className={styles.state} role="status">
        <SearchWords state={state} />
      </p>
      {isSearching ? (
        <Button onClick={stop}>Stop</Button>
      ) : (
        <Button tone="main" disabled={state.kind === 'found'} onClick={start}>
          {state.kind === 'idle' ? `Search the newest ${DEPTH} blocks` : 'Search again'}
        </Button>
      )}
    </div>
  )
}

function SearchWords({ state }: { readonly state: BlockSearchState }) {
  switch (state.kind) {
    case 'idle':
      return null
    case 'searching':
      return state.total === undefined ? (
        'Waiting for the first block …'
      ) : (
        <>
          Block <Figure value={state.searched} /> of <Figure value={state.total} />
        </>
      )
    case 'stopped':
      return (
        <>
          Stopped after <Figure value={state.searched} /> blocks.
        </>
      )
    case 'absent':
      return (
        <>
          No transaction of the newest <Figure value={state.total} /> masterchain blocks and their shard
          blocks has this hash.
        </>
      )
    case 'found':
      return 'Found. Reading its trace …'
    case 'failed':
      return `The search failed: ${state.reason}`
  }
}

/** Opens the transaction of another explorer's link, if the link has its account and lt. */
function LinkForm() {
  const navigate = useNavigate()
  const { kind, name } = useNetwork()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const open = (event: FormEvent) => {
    event.preventDefault()
    const network = otherLinkNetwork(text, kind)
    if (network !== undefined) {
      setFault(`This is a link to ${network}; this page shows ${name}.`)
      return
    }
    const reading = readQuery(text).find(({ kind }) => kind === 'transaction')
    if (reading?.kind === 'transaction' && reading.address !== undefined) {
      const { address, lt, hash } = reading
      void navigate({ to: '/transaction/$account/$lt/$hash', params: { account: address, lt, hash } })
    } else setFault('This link does not have an account, an lt and a hash.')
  }
  return (
    <form className={styles.form} onSubmit={open}>
      <Field label="Link of an explorer with its account and lt" fault={fault}>
        {(control) => (
          <input
            {...control}
            className={field.input}
            value={text}
            maxLength={2_000}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setText(event.target.value)
              setFault(undefined)
            }}
          />
        )}
      </Field>
      <Button submit disabled={text.trim() === ''}>
        Open
      </Button>
    </form>
  )
}
