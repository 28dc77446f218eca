import { Link } from '@tanstack/react-router'
import { blockIdOf } from '../../api/blockId.ts'
import { useIdentity, useIdentityState } from '../../api/identityContext.tsx'
import { useCalledAccount } from '../../api/useCalledAccount.ts'
import { ImitationSign } from '../../components/AccountName.tsx'
import { SHORT_ADDRESS_WIDTH } from '../../components/AddressText.tsx'
import { Age } from '../../components/Age.tsx'
import { Amount } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Identicon } from '../../components/Identicon.tsx'
import { CurrencyAmount } from '../../components/MessageAmount.tsx'
import { Skeleton } from '../../components/states.tsx'
import { TokenImage } from '../../components/TokenImage.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { tokenWords } from '../../decode/tokenInfo.ts'
import { readBoc } from '../../decode/transactionView.ts'
import { walletDetails } from '../../decode/walletDetails.ts'
import { shortAddress } from '../../format/shorten.ts'
import { transactionParams } from '../../format/transactionParams.ts'
import styles from './AccountHeader.module.css'
import { AccountKinds } from './AccountKinds.tsx'
import { AddressForms } from './AddressForms.tsx'
import { type AccountState, contractNameOf } from './contractNameOf.ts'
import { AccountParties } from './contracts/AccountParties.tsx'
import type { Contracts } from './contracts/useContracts.ts'
import { LabelButton } from './LabelButton.tsx'
import { useDeletion } from './useDeletion.ts'
import { WatchButton } from './WatchButton.tsx'

const IMAGE_SIZE = 56

/** The user's note about the account. */
function OwnNote({ address }: { readonly address: string }) {
  const note = useIdentityState().ownLabels.labels.get(accountKey(address))?.note ?? ''
  return note === '' ? null : <p className={styles.note}>{note}</p>
}

type AccountHeaderProps = {
  readonly address: string
  /** False while the form of the address can change. */
  readonly isAddressSettled: boolean
  readonly state: AccountState | undefined
  readonly contracts: Contracts
}

function State({ address, state, contracts }: Omit<AccountHeaderProps, 'isAddressSettled'>) {
  const deletion = useDeletion(address, state)
  const [code, data] = [state && readBoc(state.code), state && readBoc(state.data)]
  if (!state) return <Skeleton width={96} />
  return (
    <>
      <AccountKinds address={address} contracts={contracts} code={contractNameOf(state)} />
      {deletion ? (
        <>
          <Chip tone="warn">deleted</Chip>
          <span className={styles.detail}>
            <Link to="/transaction/$account/$lt/$hash" params={transactionParams(deletion)}>
              deleting transaction
            </Link>{' '}
            · <Age utime={deletion.utime} long />
          </span>
        </>
      ) : (
        <Chip tone={state.state === 'active' ? 'good' : state.state === 'frozen' ? 'warn' : 'plain'}>
          {state.state === 'active' && '✓ '}
          {state.state}
        </Chip>
      )}
      {state.suspended && <Chip tone="warn">suspended</Chip>}
      {code &&
        data &&
        walletDetails(code, data).map((fact) => (
          <span key={fact} className={styles.detail}>
            {fact}
          </span>
        ))}
    </>
  )
}

/** The image of the token that the account is, or the account's identicon. */
function Picture({ address, contracts }: Pick<AccountHeaderProps, 'address' | 'contracts'>) {
  const { identity } = useIdentity(address)
  const content =
    contracts.jetton.row?.jetton_content ??
    contracts.item.row?.content ??
    contracts.collection.row?.collection_content
  const info = identity?.tokens.find(({ type }) => type !== 'jetton_wallets')
  const { image } = tokenWords(info, content)
  return image === undefined ? (
    <Identicon address={address} size={IMAGE_SIZE} />
  ) : (
    <TokenImage address={address} image={image} size={IMAGE_SIZE} />
  )
}

function Address({ address, isAddressSettled }: Pick<AccountHeaderProps, 'address' | 'isAddressSettled'>) {
  if (!isAddressSettled) {
    return (
      <>
        <span className={styles.full}>
          <Skeleton width="48ch" />
        </span>
        <span className={styles.short}>
          <Skeleton width={SHORT_ADDRESS_WIDTH} />
        </span>
      </>
    )
  }
  return (
    <>
      <span className={styles.full}>{address}</span>
      <span className={styles.short}>{shortAddress(address)}</span>
      <CopyButton text={address} what="address" />
      <AddressForms address={address} />
    </>
  )
}

/** Name, kind and balance of an account, and the accounts that it belongs to. */
export function AccountHeader(props: AccountHeaderProps) {
  const { address, isAddressSettled, state, contracts } = props
  const { name, suspicion } = useCalledAccount(address)
  return (
    <header className={styles.header}>
      <Picture address={address} contracts={contracts} />
      <div className={styles.who}>
        {name ? (
          <>
            <h1 className={styles.name}>
              <span className="visually-hidden">Account </span>
              {suspicion && <ImitationSign imitation={suspicion} />}
              <bdi>{name.text}</bdi>
              <LabelButton address={address} />
              <WatchButton address={address} />
            </h1>
            <p className={styles.address}>
              <Address address={address} isAddressSettled={isAddressSettled} />
            </p>
          </>
        ) : (
          <h1 className={styles.address}>
            <span className="visually-hidden">Account </span>
            {suspicion && <ImitationSign imitation={suspicion} />}
            <Address address={address} isAddressSettled={isAddressSettled} />
            <LabelButton address={address} />
            <WatchButton address={address} />
          </h1>
        )}
        <p className={styles.what}>
          <State {...props} />
        </p>
        <AccountParties contracts={contracts} />
        <OwnNote address={address} />
      </div>
      <div className={styles.balance}>
        <p className={styles.caption}>Balance</p>
        <p className={styles.figure}>
          {state ? <Amount value={BigInt(state.balance)} /> : <Skeleton width={200} height={24} />}
        </p>
        {state?.extra_currencies.map(({ id, amount }) => (
          <p key={id} className={styles.extra}>
            <CurrencyAmount id={id} value={BigInt(amount)} />
          </p>
        ))}
        <p className={styles.asOf}>
          {state ? (
            <>
              at block <BlockLink blockId={blockIdOf(state.block_id)} /> ·{' '}
              <Age utime={state.sync_utime} long />
            </>
          ) : (
            <Skeleton width={160} height={10} />
          )}
        </p>
      </div>
    </header>
  )
}
