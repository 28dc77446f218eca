import type { ReactNode } from 'react'
import type { OrderActionJson, OrderBodyJson, OrderBodyType } from '#shared/schema/v3/multisigActions.ts'
import { useIdentity } from '../../../api/identityContext.tsx'
import { Amount } from '../../../components/Amount.tsx'
import { TokenAmount } from '../../../components/TokenAmount.tsx'
import { UntrustedText } from '../../../components/UntrustedText.tsx'
import { tokenOf } from '../../../decode/tokenInfo.ts'
import { AccountValue } from './AccountValue.tsx'
import styles from './OrderActions.module.css'

const NAMES: Readonly<Record<OrderBodyType, string>> = {
  ton_transfer: 'Transfer TON',
  jetton_transfer: 'Transfer jettons',
  jetton_burn: 'Burn jettons',
  jetton_mint: 'Mint jettons',
  nft_transfer: 'Transfer NFT',
  jetton_top_up: 'Top up the jetton master',
  jetton_change_admin: 'Change the admin of a jetton',
  jetton_claim_admin: 'Claim the admin role of a jetton',
  jetton_change_content: 'Change the content of a jetton',
  jetton_call_to: 'Call a jetton wallet',
  jetton_set_status: 'Set the status of a jetton wallet',
  single_nominator_withdraw: 'Withdraw from a single nominator',
  single_nominator_change_validator: 'Change the validator of a single nominator',
  vesting_internal_transfer: 'Send from a vesting wallet',
  multisig_update_params: 'Change signers and threshold',
  unknown: 'Send a message',
}

type Parsed<Type extends OrderBodyType> = OrderBodyJson<Type>

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CommentLine({ comment }: { readonly comment: string }) {
  if (comment === '') return null
  return (
    <Line name="Comment">
      <UntrustedText text={comment} max={140} />
    </Line>
  )
}

type JettonAmountProps = {
  /** In the smallest unit. */
  readonly amount: string
}

/** An amount of a jetton by its master, in the smallest unit where the order names none. */
function AmountOfJetton({ jetton, amount }: JettonAmountProps & { readonly jetton: string | null }) {
  return jetton === null ? `${amount} units` : <TokenAmount jetton={jetton} value={BigInt(amount)} />
}

/** An amount of the jetton that the wallet is verified to be of. */
function AmountOfWallet({ wallet, amount }: JettonAmountProps & { readonly wallet: string | null }) {
  const { identity } = useIdentity(wallet ?? undefined)
  const jetton = tokenOf(identity, 'jetton_wallets')?.extra?.jetton
  return <AmountOfJetton jetton={typeof jetton === 'string' ? jetton : null} amount={amount} />
}

/** Fields of a parsed body that say what the action does. */
function Body({ action }: { readonly action: OrderActionJson }) {
  const body = action.parsed_body
  if (body === null) return null
  switch (action.parsed_body_type) {
    case 'ton_transfer': {
      const { comment, encrypted } = body as Parsed<'ton_transfer'>
      return encrypted ? <Line name="Comment">encrypted</Line> : <CommentLine comment={comment} />
    }
    case 'jetton_transfer': {
      const { amount, destination, comment } = body as Parsed<'jetton_transfer'>
      return (
        <>
          <Line name="Amount">
            <AmountOfWallet wallet={action.destination} amount={amount} />
          </Line>
          <Line name="Recipient">
            <AccountValue raw={destination} />
          </Line>
          <CommentLine comment={comment} />
        </>
      )
    }
    case 'jetton_burn':
      return (
        <Line name="Amount">
          <AmountOfWallet wallet={action.destination} amount={(body as Parsed<'jetton_burn'>).amount} />
        </Line>
      )
    case 'jetton_mint': {
      const { to_address, master_msg_jetton_amount } = body as Parsed<'jetton_mint'>
      return (
        <>
          <Line name="Amount">
            <AmountOfJetton jetton={action.destination} amount={master_msg_jetton_amount} />
          </Line>
          <Line name="Recipient">
            <AccountValue raw={to_address} />
          </Line>
        </>
      )
    }
    case 'nft_transfer':
      return (
        <Line name="New owner">
          <AccountValue raw={(body as Parsed<'nft_transfer'>).new_owner} />
        </Line>
      )
    case 'jetton_change_admin':
      return (
        <Line name="New admin">
          <AccountValue raw={(body as Parsed<'jetton_change_admin'>).new_admin_address} />
        </Line>
      )
    case 'jetton_change_content':
      return (
        <Line name="Metadata URL">
          <UntrustedText text={(body as Parsed<'jetton_change_content'>).new_metadata_url} max={120} />
        </Line>
      )
    case 'jetton_call_to':
      return (
        <Line name="Wallet's owner">
          <AccountValue raw={(body as Parsed<'jetton_call_to'>).to_address} />
        </Line>
      )
    case 'single_nominator_withdraw':
      return (
        <Line name="Amount">
          <Amount value={BigInt((body as Parsed<'single_nominator_withdraw'>).coins)} />
        </Line>
      )
    case 'vesting_internal_transfer': {
      const { destination, value, comment } = body as Parsed<'vesting_internal_transfer'>
      return (
        <>
          <Line name="Recipient">
            <AccountValue raw={destination} />
          </Line>
          {value !== null && (
            <Line name="Amount">
              <Amount value={BigInt(value)} />
            </Line>
          )}
          <CommentLine comment={comment} />
        </>
      )
    }
    case 'multisig_update_params': {
      const { new_threshold, new_signers } = body as Parsed<'multisig_update_params'>
      return (
        <>
          <Line name="New threshold">{`${new_threshold} of ${new_signers.length} signers`}</Line>
          <Line name="New signers">
            {new_signers.map((raw) => (
              <AccountValue key={raw} raw={raw} />
            ))}
          </Line>
        </>
      )
    }
    case 'unknown': {
      const { opcode } = body as Parsed<'unknown'>
      return opcode === 0 ? null : (
        <Line name="Opcode">
          <code>{`0x${opcode.toString(16).padStart(8, '0')}`}</code>
        </Line>
      )
    }
    default:
      return null
  }
}

/** What a multisig order does when it is executed, one action after the other. */
export function OrderActions({ actions }: { readonly actions: readonly OrderActionJson[] | null }) {
  if (actions === null) return <p className={styles.none}>Its actions could not be read.</p>
  return (
    <ol className={styles.actions}>
      {actions.map((action, i) => (
        <li key={i} className={styles.action}>
          <p className={styles.name}>{NAMES[action.parsed_body_type]}</p>
          <dl className={styles.lines}>
            {action.destination !== null && (
              <Line name="To">
                <AccountValue raw={action.destination} />
              </Line>
            )}
            {action.value !== null && (
              <Line name="Value">
                <Amount value={BigInt(action.value)} />
              </Line>
            )}
            <Body action={action} />
            {action.error !== null && (
              <Line name="Error">
                <UntrustedText text={action.error} max={140} />
              </Line>
            )}
          </dl>
        </li>
      ))}
    </ol>
  )
}
