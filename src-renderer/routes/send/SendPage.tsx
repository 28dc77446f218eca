import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { estimateFee, sendMessage } from '../../api/sendMessage.ts'
import { Amount } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { Code } from '../../components/Code.tsx'
import { classNames } from '../../components/classNames.ts'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import type { ExternalMessage } from '../../decode/externalMessage.ts'
import { formatBytes } from '../../format/bytes.ts'
import { MessagePreview } from './MessagePreview.tsx'
import { readMessageText } from './readInput.ts'
import { readRefusal } from './refusal.ts'
import styles from './SendPage.module.css'
import { SentMessage } from './SentMessage.tsx'

/** Far above what a node takes (64 KiB), so that what is too large is still looked at. */
const MAX_FILE = 1 << 20
const MAX_TEXT = 3 * MAX_FILE

/** The text that a file stands for: its own where it is one, the base64 of its bytes otherwise. */
async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127))
  return isText ? new TextDecoder().decode(bytes) : bytesToBase64(bytes)
}

function Fees({ message }: { readonly message: ExternalMessage }) {
  const estimate = useMutation({
    mutationFn: () => estimateFee(message, new AbortController().signal),
  })
  const fees = estimate.data?.result.source_fees
  const total = fees && fees.in_fwd_fee + fees.storage_fee + fees.gas_fee + fees.fwd_fee
  return (
    <>
      <Button busy={estimate.isPending} onClick={() => estimate.mutate()}>
        Estimate fee
      </Button>
      {estimate.isError && (
        <div className={styles.outcome}>
          <Notice tone="bad" title="The fee could not be estimated">
            <p>{readRefusal(estimate.error.message).sentence}</p>
          </Notice>
        </div>
      )}
      {fees && total !== undefined && (
        <dl className={styles.fees}>
          {(
            [
              ['Estimated fee', total],
              ['import', fees.in_fwd_fee],
              ['storage', fees.storage_fee],
              ['gas', fees.gas_fee],
              ['forwarding', fees.fwd_fee],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Amount value={BigInt(value)} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Refused({ error }: { readonly error: Error }) {
  const { sentence, exit, log } = readRefusal(error.message)
  return (
    <Notice tone="bad" title="Rejected by the network">
      <p>{sentence}</p>
      {exit !== undefined && <p className={styles.exit}>{exit}</p>}
      {log !== undefined && (
        <div className={styles.log}>
          <Code text={log} what="VM log" />
        </div>
      )}
    </Notice>
  )
}

type OrderProps = { readonly message: ExternalMessage; readonly bytes: Uint8Array }

/** Sends one message; another message is another order. */
function Order({ message, bytes }: OrderProps) {
  const send = useMutation({ mutationFn: () => sendMessage(bytes, new AbortController().signal) })
  const sent = send.data?.result
  return (
    <Panel title="Message" note={formatBytes(bytes.length)}>
      <MessagePreview message={message} size={bytes.length} />
      <div className={styles.actions}>
        <Button tone="main" busy={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending …' : sent ? 'Send again' : 'Send'}
        </Button>
        <Fees message={message} />
      </div>
      {send.isError && (
        <div className={styles.outcome}>
          <Refused error={send.error} />
        </div>
      )}
      {sent && (
        <div className={styles.outcome}>
          <SentMessage key={send.submittedAt} message={message} hash={sent.hash} hashNorm={sent.hash_norm} />
        </div>
      )}
    </Panel>
  )
}

/** An external message: looked into first, then sent, then followed into its block. */
export function SendPage() {
  const [text, setText] = useState('')
  const [over, setOver] = useState(false)
  const [fileFault, setFileFault] = useState<string | undefined>()
  const file = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const reading = readMessageText(text)
  const take = async (given: File | undefined) => {
    if (!given) return
    const tooLarge = given.size > MAX_FILE
    setFileFault(
      tooLarge
        ? `${given.name} has ${formatBytes(given.size)}; a message is far below ${formatBytes(MAX_FILE)}`
        : undefined,
    )
    if (!tooLarge) setText(await textOfFile(given))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  const at = reading.kind === 'fault' ? reading.at : undefined
  return (
    <>
      <title>Send a message · Tonscope</title>
      <PageHeader title="Send a message" note="Broadcast an external message that is already signed" />
      <div className={styles.parts}>
        <Panel title="Bag of cells">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has the button below for keyboards */}
          <div
            className={styles.drop}
            data-over={over ? '' : undefined}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(true)
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            <Field
              label="Base64 or hexadecimal"
              hint="Paste it, or drop a .boc file here"
              fault={
                fileFault ??
                (reading.kind === 'fault' ? `Wrong ${reading.layer}: ${reading.sentence}` : undefined)
              }
            >
              {(control) => (
                <textarea
                  {...control}
                  ref={area}
                  className={classNames(field.input, field.mono, field.area)}
                  value={text}
                  rows={6}
                  spellCheck={false}
                  autoComplete="off"
                  placeholder="te6ccg…"
                  maxLength={MAX_TEXT}
                  onChange={(event) => {
                    setFileFault(undefined)
                    setText(event.target.value)
                  }}
                />
              )}
            </Field>
            <div className={styles.fileLine}>
              <input
                ref={file}
                type="file"
                className="visually-hidden"
                aria-label="File with a message"
                tabIndex={-1}
                onChange={(event) => {
                  void take(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
              <Button onClick={() => file.current?.click()}>
                <FileUp aria-hidden="true" size={14} strokeWidth={1.75} />
                Choose a file
              </Button>
              {at !== undefined && (
                <Button
                  onClick={() => {
                    area.current?.focus()
                    area.current?.setSelectionRange(at, at + 1)
                  }}
                >
                  Go to the error
                </Button>
              )}
              {text !== '' && <Button onClick={() => setText('')}>Clear</Button>}
            </div>
          </div>
        </Panel>
        {reading.kind === 'message' && (
          <Order
            key={reading.bytes.length + (reading.message.hash ? bytesToBase64(reading.message.hash) : text)}
            message={reading.message}
            bytes={reading.bytes}
          />
        )}
      </div>
    </>
  )
}
