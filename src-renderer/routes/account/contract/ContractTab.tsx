import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ContractJson } from '#shared/schema/disassembly.ts'
import { bytesToHex } from '#shared/ton/base64.ts'
import { useNetwork } from '../../../api/network.tsx'
import { contractCodeQuery } from '../../../api/replay.ts'
import { Figure } from '../../../components/Amount.tsx'
import { CellCard } from '../../../components/CellCard.tsx'
import { CodeListing } from '../../../components/CodeListing.tsx'
import { DecodedBody } from '../../../components/DecodedBody.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/states.tsx'
import { codeLines } from '../../../decode/codeLines.ts'
import { readBoc } from '../../../decode/transactionView.ts'
import type { AccountState } from '../contractNameOf.ts'
import styles from './ContractTab.module.css'

const LISTING_HEIGHT = '560px'

type ListingProps = { readonly disassembly: NonNullable<ContractJson['disassembly']> }

/** The instructions of a code, with its methods to jump to. */
function Listing({ disassembly }: ListingProps) {
  const code = useMemo(() => codeLines(disassembly), [disassembly])
  const [line, setLine] = useState<number>()
  const missing = disassembly.libraries.filter(({ found }) => !found)
  return (
    <div className={styles.listing}>
      <p className={styles.summary}>
        <span>
          <Figure value={code.lines.length} /> lines
        </span>
        {code.methods.length > 0 && (
          <label className={styles.jump}>
            Go to
            <select value="" onChange={(event) => setLine(code.methods[Number(event.target.value)]?.line)}>
              <option value="">method…</option>
              {code.methods.map(({ name, line: at }, i) => (
                <option key={at} value={i}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {!disassembly.is_whole && <span>The rest of this code is too long to be listed.</span>}
        {missing.length > 0 && <span>{missing.length} libraries are not published, and not listed.</span>}
      </p>
      <CodeListing code={code} target={line} current={line} onJump={setLine} maxHeight={LISTING_HEIGHT} />
    </div>
  )
}

/** Code as instructions and storage by its layout, side by side; the cells of both below. */
export function ContractTab({ address, state }: { readonly address: string; readonly state: AccountState }) {
  if (state.state === 'frozen') {
    return (
      <EmptyState>
        This account is frozen. Only the hash of its state is stored: {state.frozen_hash}
      </EmptyState>
    )
  }
  if (state.code === '') {
    return (
      <div className={styles.cells}>
        <CellCard title="Code" boc={state.code} empty="This account has no code." />
        <CellCard title="Data" boc={state.data} empty="This account has no data." />
      </div>
    )
  }
  return <Contract address={address} state={state} />
}

function Contract({ address, state }: { readonly address: string; readonly state: AccountState }) {
  const hash = useMemo(() => {
    const cell = readBoc(state.code)
    return cell ? bytesToHex(cell.hash()) : ''
  }, [state.code])
  const { data, error, refetch } = useQuery(contractCodeQuery(useNetwork(), address, `${hash} ${state.data}`))
  const disassembly = data?.disassembly
  const storage = data?.storage
  return (
    <div className={styles.sides}>
      <CellCard title="Code" boc={state.code} empty="This account has no code.">
        {error ? (
          <ErrorState error={error} what="the instructions" onRetry={() => refetch()} />
        ) : disassembly ? (
          <Listing disassembly={disassembly} />
        ) : (
          <SkeletonRows rows={8} columns={2} />
        )}
      </CellCard>
      <CellCard
        title="Data"
        boc={state.data}
        empty="This account has no data."
        hasTree={data !== undefined && !storage}
      >
        {storage && (
          <div className={styles.storage}>
            <p className={styles.summary}>Storage of {storage.contract}</p>
            <DecodedBody decoded={storage.value as Readonly<Record<string, unknown>>} />
          </div>
        )}
      </CellCard>
    </div>
  )
}
