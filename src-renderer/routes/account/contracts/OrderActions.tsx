import type { ReactNode } from 'react'
import type { OrderActionJson, OrderBodyJson, OrderBodyType } from '#shared/schema/v3/multisigActions.ts'
import { useIdentity } from '../../../api/identityContext.tsx'
import { Amount } from '../../../components/Amount.tsx'
import { TokenAmount } from '../../../components/TokenAmount.tsx'
import { UntrustedText } from '../../../components/UntrustedText.tsx'
import { opcodeHex } from '../../../decode/opcodeHex.ts'
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

function AccountLine({ name, raw }: { readonly name: string; readonly raw: string | null }) {
  return (
    <Line name={name}>
      <AccountValue raw={raw} />
    </Line>
  )
}

function AmountLine({ name, nanotons }: { readonly name: string; readonly nanotons: string }) {
  return (
    <Line name={name}>
      <Amount value={BigInt(nanotons)} />
    </Line>
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
  /** Amount in the smallest unit. */
  readonly amount: string
}

/** An amount of a jetton by its master, or in the smallest unit if the master is unknown. */
function AmountOfJetton({ jetton, amount }: JettonAmountProps & { readonly jetton: string | null }) {
  return jetton === null ? `${amount} units` : <TokenAmount jetton={jetton} value={BigInt(amount)} />
}

/** An amount of the jetton to which the verified wallet belongs. */
function AmountOfWallet({ wallet, amount }: JettonAmountProps & { readonly wallet: string | null }) {
  const { identity } = useIdentity(wallet ?? undefined)
  const jetton = tokenOf(identity, 'jetton_wallets')?.extra?.jetton
  return <AmountOfJetton jetton={typeof jetton === 'string' ? jetton : null} amount={amount} />
}

/** Renderers of the fields of parsed bodies. Types without an entry show no fields. */
const BODIES: {
  readonly [Type in OrderBodyType]?: (body: Parsed<Type>, action: OrderActionJson) => ReactNode
} = {
  ton_transfer: ({ comment, encrypted }) =>
    encrypted ? <Line name="Comment">encrypted</Line> : <CommentLine comment={comment} />,
  jetton_transfer: ({ amount, destination, comment }, action) => (
    <>
      <Line name="Amount">
        <AmountOfWallet wallet={action.destination} amount={amount} />
      </Line>
      <AccountLine name="Recipient" raw={destination} />
      <CommentLine comment={comment} />
    </>
  ),
  jetton_burn: ({ amount }, action) => (
    <Line name="Amount">
      <AmountOfWallet wallet={action.destination} amount={amount} />
    </Line>
  ),
  jetton_mint: ({ to_address, master_msg_jetton_amount }, action) => (
    <>
      <Line name="Amount">
        <AmountOfJetton jetton={action.destination} amount={master_msg_jetton_amount} />
      </Line>
      <AccountLine name="Recipient" raw={to_address} />
    </>
  ),
  nft_transfer: ({ new_owner }) => <AccountLine name="New owner" raw={new_owner} />,
  jetton_change_admin: ({ new_admin_address }) => <AccountLine name="New admin" raw={new_admin_address} />,
  jetton_change_content: ({ new_metadata_url }) => (
    <Line name="Metadata URL">
      <UntrustedText text={new_metadata_url} max={120} />
    </Line>
  ),
  jetton_call_to: ({ to_address }) => <AccountLine name="Wallet's owner" raw={to_address} />,
  single_nominator_withdraw: ({ coins }) => <AmountLine name="Amount" nanotons={coins} />,
  vesting_internal_transfer: ({ destination, value, comment }) => (
    <>
      <AccountLine name="Recipient" raw={destination} />
      {value !== null && <AmountLine name="Amount" nanotons={value} />}
      <CommentLine comment={comment} />
    </>
  ),
  multisig_update_params: ({ new_threshold, new_signers }) => (
    <>
      <Line name="New threshold">{`${new_threshold} of ${new_signers.length} signers`}</Line>
      <Line name="New signers">
        {new_signers.map((raw) => (
          <AccountValue key={raw} raw={raw} />
        ))}
      </Line>
    </>
  ),
  unknown: ({ opcode }) =>
    opcode === 0 ? null : (
      <Line name="Opcode">
        <code>{opcodeHex(opcode)}</code>
      </Line>
    ),
}

/** The fields of a parsed body. */
function Body({ action }: { readonly action: OrderActionJson }) {
  const { parsed_body: body, parsed_body_type: type } = action
  const render = BODIES[type] as ((body: unknown, action: OrderActionJson) => ReactNode) | undefined
  return body === null ? null : render?.(body, action)
}

/** The actions of a multisig order, in the order of their execution. */
export function OrderActions({ actions }: { readonly actions: readonly OrderActionJson[] | null }) {
  if (actions === null) return <p className={styles.none}>Its actions could not be read.</p>
  return (
    <ol className={styles.actions}>
      {actions.map((action, i) => (
        <li key={i} className={styles.action}>
          <p className={styles.name}>{NAMES[action.parsed_body_type]}</p>
          <dl className={styles.lines}>
            {action.destination !== null && <AccountLine name="To" raw={action.destination} />}
            {action.value !== null && <AmountLine name="Value" nanotons={action.value} />}
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
