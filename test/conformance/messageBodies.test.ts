import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { opcodeName } from '#shared/contracts/lookups.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/schema/jsonValue.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { decodeBody, inMessageContent } from '../../src-main/contracts/messages/decodeBody.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

type Recorded = {
  readonly file: string
  readonly body: string
  readonly opcode: JsonValue
  readonly name: JsonValue
  readonly decoded: JsonObject | null
}

/** Answers of servers that decoded every body; older ones left most of them out. */
const TRACES = ['toncenter-v3-traces-kit', 'toncenter-v3-traces-mytonwallet']

/** Every message of the recorded traces whose answer has a decoded body: each body once. */
function recordedBodies(): Recorded[] {
  const found = new Map<string, Recorded>()
  for (const directory of TRACES) {
    for (const file of readdirSync(join(SHARED, 'fixtures', directory))) {
      const bytes = readFileSync(join(SHARED, 'fixtures', directory, file))
      const answer: JsonValue = JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
      for (const message of messagesIn(answer)) {
        const { message_content: content = null } = message
        if (!isJsonObject(content) || typeof content.body !== 'string') continue
        const { decoded = null } = content
        const { opcode = null, decoded_opcode: name = null } = message
        found.set(content.body, {
          file,
          body: content.body,
          opcode,
          name,
          decoded: isJsonObject(decoded) ? decoded : null,
        })
      }
    }
  }
  return [...found.values()]
}

/** Bodies of the traces that came without decoding, each once. */
function givenBodies(): string[] {
  const directory = join(SHARED, 'traces', 'given')
  const bodies = readdirSync(directory).flatMap((file) => {
    const { transactions = [] }: { transactions?: JsonValue } = JSON.parse(
      readFileSync(join(directory, file), 'utf8'),
    )
    return messagesIn(transactions).flatMap(({ message_content: content = null }) =>
      isJsonObject(content) && typeof content.body === 'string' ? [content.body] : [],
    )
  })
  return [...new Set(bodies)]
}

/** Sent by contracts of other versions than the published layouts are of, by name with counts. */
const OTHER_VERSIONS: readonly string[] = [
  'cocoon_client_proxy_request 2',
  'coffee_payout_internal 1',
  'coffee_staking_deposit 1',
  'coffee_swap_internal 1',
  'evaa_supply_fail 1',
  'evaa_withdraw_master 2',
  'jetton_burn_notification 2',
  'jetton_mint 1',
]

function messagesIn(value: JsonValue): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(messagesIn)
  if (!isJsonObject(value)) return []
  const inside = Object.values(value).flatMap((inner) => (inner === undefined ? [] : messagesIn(inner)))
  return 'message_content' in value ? [value, ...inside] : inside
}

/** Today's format: it names decoded bodies, and has no null for known ones. */
const isToday = ({ decoded }: Recorded) => decoded !== null && '@type' in decoded

describe.skipIf(!hasShared)(`message bodies (${NEEDS_SHARED})`, () => {
  const bodies = hasShared ? recordedBodies() : []
  const decode = (body: string) => {
    const decoded = decodeBody(parseBocRoot(Buffer.from(body, 'base64')))
    return decoded === undefined ? null : inMessageContent(decoded)
  }

  it('decode to what toncenter recorded, field by field', () => {
    const today = bodies.filter(isToday)
    expect(today.length).toBeGreaterThan(70)
    const differing = today.filter(
      ({ body, decoded }) => JSON.stringify(decode(body)) !== JSON.stringify(decoded),
    )
    expect(differing).toEqual([])
  })

  it('have the recorded names', () => {
    const named = bodies.filter(({ name }) => typeof name === 'string' && name !== '')
    expect(named.length).toBeGreaterThan(90)
    for (const { opcode, name, file } of named) {
      expect([file, opcodeName(Number(opcode))]).toEqual([file, name])
    }
  })

  it('are null where a server of today decodes nothing', () => {
    const files = new Set(bodies.filter(isToday).map(({ file }) => file))
    const unknown = bodies.filter(({ file, decoded }) => files.has(file) && decoded === null)
    expect(unknown.length).toBeGreaterThan(3)
    for (const { body, opcode } of unknown) {
      expect([decode(body), opcodeName(Number(opcode))]).toEqual([null, undefined])
    }
  })

  it('of the given traces have the layout of their opcode, but for a few of other versions', () => {
    const named = givenBodies().flatMap((body) => {
      const cell = parseBocRoot(Buffer.from(body, 'base64'))
      const name = cell.bits.length < 32 ? undefined : opcodeName(cell.beginParse().loadUint(32))
      return name === undefined ? [] : [{ name, isDecoded: decodeBody(cell) !== undefined }]
    })
    expect(named.length).toBeGreaterThan(500)
    const without = Map.groupBy(
      named.filter(({ isDecoded }) => !isDecoded),
      ({ name }) => name,
    )
    const counts = [...without].map(([name, bodies]) => `${name} ${bodies.length}`)
    expect(counts.sort()).toEqual(OTHER_VERSIONS)
  })

  it('are named by the whole opcode table', () => {
    const table: Record<string, string> = JSON.parse(
      readFileSync(join(SHARED, 'reference', 'v3-opcodes.json'), 'utf8'),
    )
    const opcodes = Object.keys(table)
    expect(opcodes).toHaveLength(499)
    expect(Object.fromEntries(opcodes.map((opcode) => [opcode, opcodeName(Number(opcode))]))).toEqual(table)
  })
})
