import { opcodeName } from '#shared/contracts/lookups.ts'
import { opcode as opcodeKind } from '#shared/schema/v3/kinds.ts'
import type { V3Values } from '#shared/schema/v3/operations.ts'
import { base64ToBytes, hexToBytes } from '#shared/ton/base64.ts'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { TypedError } from '#shared/typedError.ts'
import { bocFault } from '../../chain/cells/bocFault.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { createDecodeBudget, type DecodeBudget, decodeBody } from '../../contracts/messages/decodeBody.ts'
import { found, type Outcome } from './read/context.ts'

/** Names of opcodes and contents of bodies: compatibility-v3 §9. */

const OPCODE_BITS = 32

/** The reason why a body cannot be decoded, which is shown after `unknown: `. */
class BodyError extends TypedError {
  constructor(message: string) {
    super('body', message)
  }
}

/** Decodes opcodes and bodies. Needs no index, but runs in a reader thread because a request can have 1,000 bodies. */
export function readDecode({ opcodes, bodies }: V3Values<'decode'>): Outcome {
  const numbers = opcodes.map(readOpcode)
  const bad = numbers.indexOf(undefined)
  if (bad >= 0) {
    const text = opcodes[bad]?.replace(/^0x/, '')
    return { kind: 'refused', status: 422, text: `invalid opcode format at index ${bad}: ${text}` }
  }
  const decodeBudget = createDecodeBudget()
  return found({
    opcodes: numbers.map((number) => opcodeName(number as number) ?? 'unknown'),
    bodies: bodies.map((text) => decodeText(text, decodeBudget)),
  })
}

/** Reads hexadecimal with or without 0x, otherwise decimal, unsigned or signed. */
function readOpcode(text: string): number | undefined {
  const signed = opcodeKind.fromText(text)
  if (signed !== undefined) return signed
  return /^[0-9]{1,10}$/.test(text) && Number(text) <= 0xffff_ffff ? Number(text) : undefined
}

function decodeText(text: string, decodeBudget: DecodeBudget): Record<string, unknown> {
  try {
    return decodeBytes(text.startsWith('te6') ? readBase64(text) : readHex(text), decodeBudget)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    return { error: `unknown: ${error.message}` }
  }
}

function decodeBytes(bytes: Buffer, decodeBudget: DecodeBudget): Record<string, unknown> {
  const root = readRoot(bytes)
  if (root.isExotic) throw new BodyError('vm error - the root cell is exotic')
  const decoded = decodeBody(root, { decodeBudget })
  if (decoded) return decoded
  const size = root.bits.length
  throw new BodyError(size < OPCODE_BITS ? `boc is too small, size ${size}` : 'no parser succeeded')
}

function readRoot(bytes: Buffer) {
  try {
    return parseBocRoot(bytes)
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    throw new BodyError(`failed to deserialize boc: ${bocFault(bytes, error)}`)
  }
}

function readBase64(text: string): Buffer {
  const bytes = base64ToBytes(text, 'standard')
  if (bytes) return Buffer.from(bytes)
  const fault = text.length % 4 === 0 ? 'Wrong character in the string' : 'Wrong padding length'
  throw new BodyError(`failed to decode base64: ${fault}`)
}

function readHex(text: string): Buffer {
  const bytes = hexToBytes(text)
  if (bytes) return Buffer.from(bytes)
  throw new BodyError(`failed to decode hex: Wrong hex string${text.length % 2 === 0 ? '' : ' length'}`)
}
