import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { formatBytes } from '../format/bytes.ts'
import styles from './BocInput.module.css'
import { Button } from './Button.tsx'
import { classNames } from './classNames.ts'
import field from './Field.module.css'
import { Field } from './Field.tsx'

const MAX_FILE = 1 << 20
/** Hexadecimal text has two characters for a byte, and white space. */
const MAX_TEXT = 3 * MAX_FILE

/** Returns the text of a text file, or the base64 of any other file's bytes. */
async function textOfFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isText = bytes.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127))
  return isText ? new TextDecoder().decode(bytes) : bytesToBase64(bytes)
}

/** A fault of the text: where it is, its sentence, and the position of a wrong character, counted from zero. */
export type BocFault = {
  readonly layer: string
  readonly sentence: string
  readonly at?: number | undefined
}

type BocInputProps = {
  readonly text: string
  /** Name of the content: "message". */
  readonly what: string
  readonly fault: BocFault | undefined
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
        ? `${file.name} has ${formatBytes(file.size)}; at most ${formatBytes(MAX_FILE)} are read`
        : undefined,
    )
    if (!isTooLarge) onChange(await textOfFile(file))
  }
  return { fault, read, clearFault: () => setFault(undefined) }
}

type FileButtonProps = {
  readonly what: string
  readonly onFile: (file: File | undefined) => void
}

function FileButton({ what, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label={`File with a ${what}`}
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

/** A field for a bag of cells in base64 or hexadecimal, into which a file can be dropped. */
export function BocInput({ text, what, fault, onChange }: BocInputProps) {
  const [over, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const file = useFileInput(onChange)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void file.read(event.dataTransfer.files[0])
  }
  const at = fault?.at
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
        fault={file.fault ?? (fault && `Wrong ${fault.layer}: ${fault.sentence}`)}
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
        <FileButton what={what} onFile={(chosen) => void file.read(chosen)} />
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
