import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/classNames.ts'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { formatBytes } from '../../format/bytes.ts'
import type { InputReading } from './readInput.ts'
import styles from './SendPage.module.css'

/** Far above what a node accepts (64 KiB), so that a message that is too large is still shown. */
const MAX_FILE = 1 << 20
const MAX_TEXT = 3 * MAX_FILE

/** Returns the text of a text file, or the base64 of any other file's bytes. */
async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127))
  return isText ? new TextDecoder().decode(bytes) : bytesToBase64(bytes)
}

type MessageInputProps = {
  readonly text: string
  readonly reading: InputReading
  readonly onChange: (text: string) => void
}

/** Reads a file into the text, or returns its fault. */
function useFileInput(onChange: (text: string) => void) {
  const [fault, setFault] = useState<string | undefined>()
  const read = async (file: File | undefined) => {
    if (!file) return
    const isTooLarge = file.size > MAX_FILE
    setFault(
      isTooLarge
        ? `${file.name} has ${formatBytes(file.size)}; a message is far below ${formatBytes(MAX_FILE)}`
        : undefined,
    )
    if (!isTooLarge) onChange(await textOfFile(file))
  }
  return { fault, read, clearFault: () => setFault(undefined) }
}

function FileButton({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label="File with a message"
        tabIndex={-1}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" size={14} strokeWidth={1.75} />
        Choose a file
      </Button>
    </>
  )
}

/** A field for a message as text, into which a file can be dropped. */
export function MessageInput({ text, reading, onChange }: MessageInputProps) {
  const [over, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useFileInput(onChange)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void file.read(event.dataTransfer.files[0])
  }
  const at = reading.kind === 'fault' ? reading.at : undefined
  const fault = reading.kind === 'fault' ? `Wrong ${reading.layer}: ${reading.sentence}` : undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file has the button below for keyboards
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
        fault={file.fault ?? fault}
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
              file.clearFault()
              onChange(event.target.value)
            }}
          />
        )}
      </Field>
      <div className={styles.fileLine}>
        <FileButton onFile={(chosen) => void file.read(chosen)} />
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
        {text !== '' && <Button onClick={() => onChange('')}>Clear</Button>}
      </div>
    </div>
  )
}
