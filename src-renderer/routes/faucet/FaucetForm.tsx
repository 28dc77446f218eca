import { useMutation } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import type { DevnetStatus, FaucetAnswer, ScenarioAccount } from '#shared/schema/devnet.ts'
import { parseAddress, sameAddress } from '#shared/ton/address.ts'
import { formatTon, parseTon } from '#shared/ton/amount.ts'
import { type DevnetRequest, useDevnetCall } from '../../api/devnet.ts'
import { useShownAddress } from '../../api/useAddress.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { SHORT_ADDRESS_WIDTH } from '../../components/AddressText.tsx'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Identicon } from '../../components/Identicon.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Skeleton } from '../../components/states.tsx'
import { addressFaultOf } from '../../decode/addressFault.ts'
import { COIN } from '../../format/coin.ts'
import { shortAddress } from '../../format/shorten.ts'
import { readFaucetAddress, writeFaucetAddress } from '../../settings/localSettings.ts'
import styles from './FaucetPage.module.css'
import { FaucetReceipt } from './FaucetReceipt.tsx'

const AMOUNTS = ['1', '10', '100', '1000'] as const
const MAX_COMMENT = 120

function amountFault(text: string, largest: bigint): string | undefined {
  const amount = parseTon(text.trim())
  if (text.trim() === '') return 'Enter an amount'
  if (amount === undefined) return 'An amount has digits and at most nine decimals after a point'
  if (amount <= 0n) return 'The amount must be greater than 0'
  return amount > largest ? `The faucet sends at most ${formatTon(largest)} ${COIN} at once` : undefined
}

type PicksProps = {
  readonly accounts: readonly ScenarioAccount[]
  readonly current: string
  readonly onPick: (address: string) => void
}

function isSame(a: string, b: string): boolean {
  const [first, second] = [parseAddress(a), parseAddress(b)]
  return first !== undefined && second !== undefined && sameAddress(first, second)
}

function Pick({
  account,
  current,
  onPick,
}: Omit<PicksProps, 'accounts'> & { readonly account: ScenarioAccount }) {
  const { name, kind } = account
  const { text: address, isSettled } = useShownAddress(account.address)
  return (
    <button
      type="button"
      className={styles.pick}
      aria-pressed={isSame(address, current)}
      title={isSettled ? `${kind}\n${address}` : kind}
      onClick={() => onPick(address)}
    >
      <Identicon address={address} size={20} />
      <span className={styles.pickName}>{name}</span>
      <span className={styles.pickKind}>{kind}</span>
      <code className={styles.pickAddress}>
        {isSettled ? shortAddress(address) : <Skeleton width={SHORT_ADDRESS_WIDTH} />}
      </code>
    </button>
  )
}

/** The wallets of the scenario, to fill in with one press. */
function Picks({ accounts, current, onPick }: PicksProps) {
  const wallets = accounts.filter(({ kind }) => /wallet/.test(kind) && !/jetton/.test(kind))
  if (wallets.length === 0) return null
  return (
    <fieldset className={styles.picks}>
      <legend>Accounts of the scenario</legend>
      {wallets.map((account) => (
        <Pick key={account.address} account={account} current={current} onPick={onPick} />
      ))}
    </fieldset>
  )
}

export function FaucetForm({ devnet }: { readonly devnet: DevnetStatus }) {
  const call = useDevnetCall()
  const faucet = useMutation({ mutationFn: (sent: DevnetRequest<'faucet'>) => call('faucet', sent) })
  const [address, setAddress] = useState(readFaucetAddress)
  const [amount, setAmount] = useState('100')
  const [comment, setComment] = useState('')
  const [touched, setTouched] = useState(false)
  const [given, setGiven] = useState<FaucetAnswer | undefined>()
  const trimmed = address.trim()
  const wrongAddress = addressFaultOf(trimmed)
  const wrongAmount = amountFault(amount, BigInt(devnet.faucet.largest))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTouched(true)
    if (wrongAddress !== undefined || wrongAmount !== undefined) return
    setGiven(undefined)
    faucet.mutate(
      {
        address: trimmed,
        amount: String(parseTon(amount.trim())),
        ...(comment !== '' && { comment }),
      },
      {
        onSuccess: (answer) => {
          writeFaucetAddress(trimmed)
          setGiven(answer)
        },
      },
    )
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
      <Picks
        accounts={devnet.scenario.filter((account) => account.address !== devnet.faucet.address)}
        current={trimmed}
        onPick={setAddress}
      />
      <div className={styles.pair}>
        <Field label="Amount" fault={wrongAmount}>
          {(control) => (
            <span className={field.withUnit}>
              <input
                {...control}
                className={field.input}
                value={amount}
                inputMode="decimal"
                autoComplete="off"
                maxLength={40}
                onChange={(event) => setAmount(event.target.value)}
              />
              <span className={field.unit} aria-hidden="true">
                {COIN}
              </span>
            </span>
          )}
        </Field>
        <fieldset className={styles.amounts} aria-label="Common amounts">
          {AMOUNTS.map((value) => (
            <button
              key={value}
              type="button"
              aria-pressed={amount.trim() === value}
              onClick={() => setAmount(value)}
            >
              {value}
            </button>
          ))}
        </fieldset>
      </div>
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
      <div className={styles.actions}>
        <Button submit tone="main" busy={faucet.isPending}>
          {faucet.isPending && (
            <LoaderCircle aria-hidden="true" size={14} strokeWidth={2} className={styles.spin} />
          )}
          {faucet.isPending ? 'Waiting for the block …' : 'Get coins'}
        </Button>
        <span className={styles.stock}>
          <AccountLink address={devnet.faucet.address} /> has <Amount value={BigInt(devnet.faucet.balance)} />
        </span>
      </div>
      {faucet.isError && (
        <Notice tone="bad" title="The faucet sent nothing">
          <p>{faucet.error.message}</p>
        </Notice>
      )}
      {given && <FaucetReceipt key={given.message_hash} answer={given} />}
    </form>
  )
}
