import type { V2Result } from '#shared/schema/v2/operations.ts'
import { placeOf } from '../../api/blockPlace.ts'
import { Age } from '../../components/Age.tsx'
import { Amount } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Identicon } from '../../components/Identicon.tsx'
import { Bone } from '../../components/states.tsx'
import { shortAddress } from '../../format/shorten.ts'
import styles from './AccountHeader.module.css'
import { AddressForms } from './AddressForms.tsx'
import { contractNameOf } from './contractNameOf.ts'
import { walletFacts } from './walletFacts.ts'

type AccountHeaderProps = {
  readonly address: string
  readonly state: V2Result<'getAddressInformation'> | undefined
  readonly extended: V2Result<'getExtendedAddressInformation'> | undefined
}

function State({ state, extended }: Pick<AccountHeaderProps, 'state' | 'extended'>) {
  if (!state) return <Bone width={96} />
  const name = contractNameOf({ state, extended })
  const { details } = extended ? walletFacts(extended) : { details: [] }
  return (
    <>
      {name !== undefined && <Chip>{name}</Chip>}
      <Chip tone={state.state === 'active' ? 'good' : state.state === 'frozen' ? 'warn' : 'plain'}>
        {state.state === 'active' && '✓ '}
        {state.state}
      </Chip>
      {state.suspended && <Chip tone="warn">suspended</Chip>}
      {details.map((detail) => (
        <span key={detail} className={styles.detail}>
          {detail}
        </span>
      ))}
    </>
  )
}

/** Who it is, what it is, what it has. */
export function AccountHeader({ address, state, extended }: AccountHeaderProps) {
  return (
    <header className={styles.header}>
      <Identicon address={address} size={48} />
      <div className={styles.who}>
        <h1 className={styles.address}>
          <span className="visually-hidden">Account </span>
          <span className={styles.full}>{address}</span>
          <span className={styles.short}>{shortAddress(address)}</span>
          <CopyButton text={address} what="address" />
          <AddressForms address={address} />
        </h1>
        <p className={styles.what}>
          <State state={state} extended={extended} />
        </p>
      </div>
      <div className={styles.balance}>
        <p className={styles.caption}>Balance</p>
        <p className={styles.figure}>
          {state ? <Amount value={BigInt(state.balance)} /> : <Bone width={200} height={24} />}
        </p>
        {state?.extra_currencies.map(({ id, amount }) => (
          <p key={id} className={styles.extra}>
            {amount} of extra currency {id}
          </p>
        ))}
        <p className={styles.asOf}>
          {state ? (
            <>
              at block <BlockLink place={placeOf(state.block_id)} /> · <Age utime={state.sync_utime} long />
            </>
          ) : (
            <Bone width={160} height={10} />
          )}
        </p>
      </div>
    </header>
  )
}
