import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount } from '../../components/Amount.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { HashText } from '../../components/HashText.tsx'
import { MessageAmount } from '../../components/MessageAmount.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import { distinctiveTitle } from '../../decode/describeTransaction.ts'
import { opcodeHex } from '../../decode/opcodeHex.ts'
import type { MessageBody, MessageView, TransactionView } from '../../decode/transactionView.ts'
import { formatBytes } from '../../format/bytes.ts'
import { FollowButton } from './FollowButton.tsx'
import styles from './Messages.module.css'
import page from './TransactionPage.module.css'

function Opcode({ opcode }: { readonly opcode: number | undefined }) {
  if (opcode === undefined) return <span className={styles.quiet}>shorter than an opcode</span>
  const name = distinctiveTitle(opcode)
  return (
    <>
      {name !== undefined && <strong className={styles.opName}>{name}</strong>}
      <code>{opcodeHex(opcode)}</code>
    </>
  )
}

/** Returns the length of a bag of cells in base64, without padding. */
function sizeOf(boc: string): number {
  return Math.floor((boc.replace(/=+$/, '').length * 3) / 4)
}

/**
 * Returns whether a body begins with an opcode. External messages usually begin with a signature, so that only
 * a known name counts.
 */
function beginsWithOpcode({ body, source }: MessageView): boolean {
  return source !== undefined || (body.kind === 'call' && distinctiveTitle(body.opcode ?? 0) !== undefined)
}

function Body({ body, isOpcode }: { readonly body: MessageBody; readonly isOpcode: boolean }) {
  switch (body.kind) {
    case 'empty':
      return <span className={styles.quiet}>empty</span>
    case 'comment':
      return (
        <q className={styles.comment}>
          <UntrustedText text={body.text} max={10_000} />
        </q>
      )
    case 'encrypted':
      return <span>encrypted comment, {formatBytes(body.bytes.length)}</span>
    case 'bounced':
      return (
        <>
          <Chip tone="warn">↩ bounced</Chip>
          {body.opcode !== undefined && <Opcode opcode={body.opcode} />}
          <BodyCopy boc={body.boc} />
        </>
      )
    case 'call':
      return (
        <>
          {isOpcode && <Opcode opcode={body.opcode} />}
          <BodyCopy boc={body.boc} />
        </>
      )
  }
}

function BodyCopy({ boc }: { readonly boc: string }) {
  return (
    <span className={styles.boc}>
      <span className={styles.quiet}>{formatBytes(sizeOf(boc))}</span>
      <CopyButton text={boc} what="body as base64" />
    </span>
  )
}

function Place({ address, outside, here }: { address: string | undefined; outside: string; here: string }) {
  if (address === undefined) return <span className={styles.quiet}>{outside}</span>
  return <AccountLink address={address} pictured here={accountKey(address) === accountKey(here)} />
}

type MessageProps = { readonly message: MessageView; readonly direction: 'in' | 'out'; readonly here: string }

function Message({ message, direction, here }: MessageProps) {
  const internal = message.source !== undefined && message.destination !== undefined
  return (
    <tr>
      <th scope="row" className={styles.direction} data-direction={direction}>
        {direction === 'in' ? '↙ In' : '↗ Out'}
      </th>
      <td>
        <span className={styles.route}>
          <Place address={message.source} outside="external" here={here} />
          <span className={styles.arrow}>→</span>
          <Place address={message.destination} outside="event log" here={here} />
          <FollowButton message={message} direction={direction} />
        </span>
      </td>
      <td>
        <span className={styles.body}>
          <Body body={message.body} isOpcode={beginsWithOpcode(message)} />
          {message.hasInitState && <Chip>with initial state</Chip>}
        </span>
      </td>
      <td className={styles.value}>
        {internal ? <MessageAmount of={message} /> : <span className={styles.quiet}>no value</span>}
        {internal && message.forwardFee > 0n && (
          <span className={styles.fee}>
            forward fee <Amount value={message.forwardFee} bare />
          </span>
        )}
      </td>
      <td className={styles.hash}>
        <HashText hash={message.hash} what="message hash" />
      </td>
    </tr>
  )
}

/** The inbound and outbound messages with their bodies. */
export function Messages({ view }: { readonly view: TransactionView }) {
  const { inMessage, outMessages } = view
  if (!inMessage && outMessages.length === 0) {
    return (
      <section className={page.part} aria-labelledby="messages">
        <h2 id="messages">Messages</h2>
        <p className={styles.quiet}>No messages: the protocol itself starts such a transaction.</p>
      </section>
    )
  }
  return (
    <section className={page.part} aria-labelledby="messages">
      <h2 id="messages">Messages</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Direction</th>
            <th scope="col">From → to</th>
            <th scope="col">Body</th>
            <th scope="col" className={styles.value}>
              Value
            </th>
            <th scope="col" className={styles.hash}>
              Hash
            </th>
          </tr>
        </thead>
        <tbody>
          {inMessage && <Message message={inMessage} direction="in" here={view.address} />}
          {outMessages.map((message) => (
            <Message key={message.hash} message={message} direction="out" here={view.address} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
