import { useMutation } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import type { DevnetStatus, FaucetAnswer } from '#shared/schema/devnet.ts'
import { parseTon } from '#shared/ton/amount.ts'
import { type DevnetRequest, useDevnetCall } from '../../api/devnet.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { addressFaultOf } from '../../decode/addressFault.ts'
import { readFaucetAddress, writeFaucetAddress } from '../../settings/localSettings.ts'
import { AccountPicks } from './AccountPicks.tsx'
import { AmountField, amountFault } from './AmountField.tsx'
import styles from './FaucetPage.module.css'
import { FaucetReceipt } from './FaucetReceipt.tsx'

const MAX_COMMENT = 120

/** Sends coins; `given` is the answer to the last request, if it succeeded. */
function useFaucet() {
  const call = useDevnetCall()
  const [given, setGiven] = useState<FaucetAnswer | undefined>()
  const faucet = useMutation({ mutationFn: (sent: DevnetRequest<'faucet'>) => call('faucet', sent) })
  const send = (request: DevnetRequest<'faucet'>) => {
    setGiven(undefined)
    faucet.mutate(request, {
      onSuccess: (answer) => {
        writeFaucetAddress(request.address)
        setGiven(answer)
      },
    })
  }
  return { given, send, error: faucet.error, isPending: faucet.isPending }
}

function SubmitLine({ devnet, busy }: { readonly devnet: DevnetStatus; readonly busy: boolean }) {
  return (
    <div className={styles.actions}>
      <Button submit tone="main" busy={busy}>
        {busy && <LoaderCircle aria-hidden="true" size={14} strokeWidth={2} className={styles.spin} />}
        {busy ? 'Waiting for the block …' : 'Get coins'}
      </Button>
      <span className={styles.stock}>
        <AccountLink address={devnet.faucet.address} /> has <Amount value={BigInt(devnet.faucet.balance)} />
      </span>
    </div>
  )
}

/** The form that requests coins from the devnet's faucet. */
export function FaucetForm({ devnet }: { readonly devnet: DevnetStatus }) {
  const { given, send, error, isPending } = useFaucet()
  const [address, setAddress] = useState(readFaucetAddress)
  const [amount, setAmount] = useState('100')
  const [comment, setComment] = useState('')
  const [touched, setTouched] = useState(false)
  const trimmed = address.trim()
  const wrongAddress = addressFaultOf(trimmed)
  const wrongAmount = amountFault(amount, BigInt(devnet.faucet.largest))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTouched(true)
    if (wrongAddress !== undefined || wrongAmount !== undefined) return
    const nanotons = String(parseTon(amount.trim()))
    send({ address: trimmed, amount: nanotons, ...(comment !== '' && { comment }) })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Field
        label="Address"
        hint="Any form: bounceable or not, or workchain:hash"
        fault={touched || trimmed !== '' ? wrongAddress : undefined}
      >
        {(control) => (
          <input
            {...control}
            className={`${field.input} ${field.mono}`}
            value={address}
            autoComplete="off"
            spellCheck={false}
            placeholder="EQ… or 0:…"
            maxLength={100}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </Field>
      <AccountPicks
        accounts={devnet.scenario.filter((account) => account.address !== devnet.faucet.address)}
        current={trimmed}
        onPick={setAddress}
      />
      <AmountField amount={amount} fault={wrongAmount} onChange={setAmount} />
      <Field label="Comment" hint={`Optional, at most ${MAX_COMMENT} characters`}>
        {(control) => (
          <input
            {...control}
            className={field.input}
            value={comment}
            autoComplete="off"
            maxLength={MAX_COMMENT}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      <SubmitLine devnet={devnet} busy={isPending} />
      {error && (
        <Notice tone="bad" title="The faucet sent nothing">
          <p>{error.message}</p>
        </Notice>
      )}
      {given && <FaucetReceipt key={given.message_hash} answer={given} />}
    </form>
  )
}
